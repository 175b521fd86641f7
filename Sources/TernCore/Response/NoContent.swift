/// The answer of a call whose body doesn't matter: 204, 205, HEAD, or any other.
public struct NoContent: Codable, Hashable, Sendable {
    /// Makes nothing.
    public init() {}

    public init(from decoder: any Decoder) throws {}

    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyCodingKey.self)
    }
}

/// A key of any name.
package struct AnyCodingKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    package init?(stringValue: String) { self.init(stringValue) }

    package init?(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
