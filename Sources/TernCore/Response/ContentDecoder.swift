public import Foundation

/// Reads a value from the bytes of a body: JSON, a property list, or a format of your own.
///
/// Foundation's `JSONDecoder` and `PropertyListDecoder` are ones; another needs this one function.
public protocol ContentDecoder: Sendable {
    /// The value of the bytes. What it throws arrives as `.decoding`, with it as `underlying`.
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}

extension JSONDecoder: ContentDecoder {}

extension PropertyListDecoder: ContentDecoder {}

extension ContentDecoder where Self == StandardJSON {
    /// JSON; dates as ISO 8601 with or without fractions of a second, in any time zone.
    public static var json: StandardJSON { StandardJSON() }
}

extension ContentDecoder where Self == JSONDecoder {
    /// JSON as `.json` reads it, but for some changes: `.json { $0.keyDecodingStrategy = .convertFromSnakeCase }`.
    public static func json(_ change: (JSONDecoder) -> Void) -> JSONDecoder {
        let decoder = StandardJSON.makeDecoder()
        change(decoder)
        return decoder
    }
}

extension ContentDecoder where Self == PropertyListDecoder {
    /// A property list in XML or binary form.
    public static var propertyList: PropertyListDecoder { PropertyListDecoder() }
}
