/// The two ways of writing any text into a URL's query or a form.
enum PercentEncoding: Sendable {
    /// Everything but RFC 3986's unreserved characters is escaped: also right for a segment of a path.
    case query
    /// `application/x-www-form-urlencoded` as WHATWG URL §5.2 writes it: a space is `+`, `~` is escaped.
    case form

    /// Whether a byte goes out as it is.
    @inline(__always) private func keeps(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        case UInt8(ascii: "~"): self == .query
        case UInt8(ascii: "*"): self == .form
        default: false
        }
    }

    /// Appends a text, escaped.
    func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if keeps(byte) {
                bytes.append(byte)
            } else if byte == UInt8(ascii: " "), self == .form {
                bytes.append(UInt8(ascii: "+"))
            } else {
                byte.appendEscaped(to: &bytes)
            }
        }
    }

    /// A text, escaped.
    func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ keeps($0) }) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Appends `%` and this byte's two hexadecimal digits in upper case (RFC 3986 §2.1).
    func appendEscaped(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.hexadecimalDigit(self >> 4))
        bytes.append(Self.hexadecimalDigit(self & 0x0F))
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    var isControl: Bool { self < 0x20 || self == 0x7F }
}
