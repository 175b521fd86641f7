import Foundation

extension QueryEncoding {
    /// The text of a value that is one text; nil of one that has to write itself.
    func text(of value: some Encodable, path: [any CodingKey]) throws -> String? {
        switch value {
        case let value as String: value
        case let value as Int: value.description
        case let value as Bool: bools.text(value)
        case let value as Double: try Self.number(value, path)
        case let value as Float: try Self.number(value, path)
        case let value as Date: try date(value, path)
        case let value as Data: try bytes(value)
        case let value as URL: value.absoluteString
        case let value as Decimal:
            if value.isNaN {
                throw EncodingError(value, path, "NaN is not a number that can be sent: leave it out")
            } else {
                value.description
            }
        default: Self.integer(value)
        }
    }

    private static func integer(_ value: some Encodable) -> String? {
        switch value {
        case let value as Int64: return value.description
        case let value as Int32: return value.description
        case let value as Int16: return value.description
        case let value as Int8: return value.description
        case let value as UInt: return value.description
        case let value as UInt64: return value.description
        case let value as UInt32: return value.description
        case let value as UInt16: return value.description
        case let value as UInt8: return value.description
        default:
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return nil }
            if let value = value as? Int128 { return value.description }
            return (value as? UInt128)?.description
        }
    }

    private static func number(
        _ value: some BinaryFloatingPoint & CustomStringConvertible, _ path: [any CodingKey]
    ) throws -> String {
        guard value.isFinite else {
            throw EncodingError(value, path, "\(value) is not a number that can be sent: leave it out")
        }
        // As JSON is written: 3 and not 3.0, so that a server that wants a whole number takes it.
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func date(_ date: Date, _ path: [any CodingKey]) throws -> String {
        let text: String? =
            switch dates {
            case .iso8601: date.iso8601()
            case .iso8601WithFractions: date.iso8601(fractions: true)
            case .secondsSince1970: try Self.number(date.timeIntervalSince1970, path)
            case .millisecondsSince1970: Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())?.description
            case .custom(let text): try text(date)
            }
        guard let text else { throw EncodingError(unwritable: date, path) }
        return text
    }

    private func bytes(_ bytes: Data) throws -> String {
        switch data {
        case .base64: return bytes.base64EncodedString()
        case .hexadecimal:
            let digits = Array("0123456789abcdef")
            return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] })
        case .custom(let text): return try text(bytes)
        }
    }
}
