/// Something that encodes a value as a whole, such as a JSON encoder.
public protocol TopLevelEncoder {
    /// The form that values are encoded to.
    associatedtype Output
    /// Encodes `value`.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that decodes a value as a whole, such as a JSON decoder.
public protocol TopLevelDecoder {
    /// The form that values are decoded from.
    associatedtype Input
    /// Decodes a value of the given type.
    func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
