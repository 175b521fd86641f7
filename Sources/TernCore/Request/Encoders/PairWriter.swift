import Foundation

/// Writes pairs into one buffer: the query of a URL, after the URL itself, or a form.
struct PairWriter {
    private let format: PercentEncoding
    private var bytes: [UInt8]
    private var separator: UInt8?

    /// - Parameter separator: what goes before the first pair; `&` goes before the others.
    init(_ format: PercentEncoding, after bytes: [UInt8] = [], separator: UInt8? = nil) {
        self.format = format
        self.bytes = bytes
        self.separator = separator
    }

    /// The bytes of a form.
    var data: Data { Data(bytes) }

    /// The bytes as a URL.
    func url() throws(TernError) -> URL {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let url = URL(string: text) else {
            throw TernError(.invalidURL, message: "\(text.debugDescription) is not a URL: check its base and its path")
        }
        return url
    }

    /// Appends pairs that are encoded already.
    mutating func append(written pairs: Substring.UTF8View) {
        if pairs.isEmpty, separator == UInt8(ascii: "&") { return }
        startPair()
        bytes.append(contentsOf: pairs)
        if pairs.isEmpty || pairs.last == UInt8(ascii: "&") { separator = nil }
    }

    /// Appends the pairs of a value.
    mutating func append(_ values: Parameters.Values, encoding: QueryEncoding) throws {
        switch values {
        case .fields(let fields):
            for (key, value) in fields.pairs {
                guard let value else { continue }
                try append(encoding.keys.name(key), value, encoding: encoding)
            }
        case .value(let value): try append(value, at: .top, path: [], encoding: encoding)
        }
    }

    private mutating func append(_ key: String, _ value: any Encodable, encoding: QueryEncoding) throws {
        // The common types need no Encoder.
        if let text = value as? String {
            append(key: key, value: text)
        } else if let number = value as? Int {
            append(key: key, value: number.description)
        } else if let flag = value as? Bool {
            append(key: key, value: encoding.bools.text(flag))
        } else {
            try append(value, at: .key(format.escaped(key)), path: [AnyCodingKey(key)], encoding: encoding)
        }
    }

    private mutating func append(
        _ value: any Encodable, at place: PairCollector.Place, path: [any CodingKey], encoding: QueryEncoding
    ) throws {
        let collector = PairCollector(format, encoding)
        try collector.encode(value, at: place, path: path)
        if let failure = collector.failure { throw failure }
        for (key, value) in collector.pairs {
            startPair()
            bytes.append(contentsOf: key.utf8)
            bytes.append(UInt8(ascii: "="))
            bytes.append(contentsOf: value.utf8)
        }
    }

    private mutating func append(key: String, value: String) {
        startPair()
        format.append(key, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        format.append(value, to: &bytes)
    }

    private mutating func startPair() {
        if let separator { bytes.append(separator) }
        separator = UInt8(ascii: "&")
    }
}
