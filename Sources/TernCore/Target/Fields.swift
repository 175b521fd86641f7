/// Ordered pairs of mixed values, nested as deep as you like: an object for those who don't want a type for it.
///
/// ```swift
/// .json(["user": Fields(["name": name, "age": 3]), "tags": ["a", "b"]])
/// ```
///
/// A value that is nil is left out. A key may be repeated: a query and a form write it each time, JSON keeps the last.
public struct Fields: Encodable, Sendable, ExpressibleByDictionaryLiteral {
    let pairs: [(key: String, value: (any Encodable & Sendable)?)]

    /// Makes fields of pairs in their order.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) { pairs = elements }

    /// Makes fields of pairs in their order.
    public init(_ pairs: KeyValuePairs<String, (any Encodable & Sendable)?>) {
        self.pairs = pairs.map { ($0.key, $0.value) }
    }

    /// Makes fields of pairs in their order.
    public init(_ pairs: some Sequence<(String, (any Encodable & Sendable)?)>) {
        self.pairs = pairs.map { ($0.0, $0.1) }
    }

    /// Makes fields of pairs in their order.
    public init<Value: Encodable & Sendable>(_ pairs: some Sequence<(String, Value)>) {
        self.pairs = pairs.map { ($0.0, $0.1) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for (key, value) in pairs {
            guard let value, !isNil(value) else { continue }
            try container.encode(value, forKey: AnyCodingKey(key))
        }
    }
}

/// Whether a value is an Optional without one, however deep.
private func isNil(_ value: any Encodable) -> Bool { (value as? any NilRepresentable)?.isNil ?? false }

private protocol NilRepresentable { var isNil: Bool { get } }

extension Optional: NilRepresentable {
    fileprivate var isNil: Bool {
        switch self {
        case .none: true
        case .some(let value): (value as? any NilRepresentable)?.isNil ?? false
        }
    }
}
