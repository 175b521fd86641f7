public import Foundation
public struct Parameters: Sendable, ExpressibleByDictionaryLiteral {
    public static let none = Parameters()
    init() {}
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {}
    package func query(for method: HTTPMethod, encoding: QueryEncoding) throws(TernError) -> String? { nil }
    package func body(
        for method: HTTPMethod, encoder: any ContentEncoder, queryEncoding: QueryEncoding
    ) throws(TernError) -> (body: RequestBody, mediaType: MediaType?)? { nil }
}
