public import Foundation

/// Writes a value as the bytes of a body: JSON, a property list, or a format of your own.
///
/// Foundation's `JSONEncoder` and `PropertyListEncoder` are ones. To plug in another, say what it writes:
///
/// ```swift
/// struct CSVEncoder: ContentEncoder {
///     var mediaType: MediaType { "text/csv" }
///     func encode<T: Encodable>(_ value: T) throws -> Data { … }
/// }
/// let client = Client(encoder: CSVEncoder())
/// ```
public protocol ContentEncoder: Sendable {
    /// What the bytes are: the Content-Type of a request that doesn't say another.
    var mediaType: MediaType { get }

    /// The bytes of a value. What it throws arrives as `.encoding`, with it as `underlying`.
    func encode<T: Encodable>(_ value: T) throws -> Data
}

extension JSONEncoder: ContentEncoder {
    public var mediaType: MediaType { .json }
}

extension PropertyListEncoder: ContentEncoder {
    public var mediaType: MediaType { .propertyList }
}

extension ContentEncoder where Self == StandardJSON {
    /// JSON with sorted keys, dates as ISO 8601 without fractions of a second, and slashes as they are.
    public static var json: StandardJSON { StandardJSON() }
}

extension ContentEncoder where Self == JSONEncoder {
    /// JSON as `.json` writes it, but for some changes: `.json { $0.keyEncodingStrategy = .convertToSnakeCase }`.
    public static func json(_ change: (JSONEncoder) -> Void) -> JSONEncoder {
        let encoder = StandardJSON.makeEncoder()
        change(encoder)
        return encoder
    }
}

extension ContentEncoder where Self == PropertyListEncoder {
    /// A property list in XML.
    public static var propertyList: PropertyListEncoder {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return encoder
    }
}
