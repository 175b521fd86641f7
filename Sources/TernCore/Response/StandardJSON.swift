public import Foundation

/// JSON as Tern writes and reads it unless told otherwise: `.json`.
///
/// Written: keys sorted, dates as ISO 8601 without fractions of a second, slashes not escaped. Read: dates as ISO 8601,
/// with or without fractions, in any time zone. All calls share one encoder and one decoder, which nobody can change;
/// `.json { … }` makes one of your own.
public struct StandardJSON: ContentEncoder, ContentDecoder {
    private static let encoder = makeEncoder()
    private static let decoder = makeDecoder()

    init() {}

    /// `application/json`
    public var mediaType: MediaType { .json }

    /// The JSON of a value.
    public func encode<T: Encodable>(_ value: T) throws -> Data { try Self.encoder.encode(value) }

    /// The value of JSON.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try Self.decoder.decode(type, from: data)
    }

    static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Foundation's own writes an infinite date as one in the year 506713.
        encoder.dateEncodingStrategy = .custom { date, encoder in
            guard let text = date.iso8601() else {
                throw EncodingError(unwritable: date, encoder.codingPath)
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
        return encoder
    }

    static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = Date(iso8601: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "\(text.debugDescription) is not an ISO 8601 date with a time zone")
            }
            return date
        }
        return decoder
    }
}
