public import Foundation
public protocol ContentEncoder: Sendable {
    var mediaType: MediaType { get }
    func encode<T: Encodable>(_ value: T) throws -> Data
}
extension JSONEncoder: ContentEncoder { public var mediaType: MediaType { .json } }
extension ContentEncoder where Self == JSONEncoder {
    public static var json: JSONEncoder { JSONEncoder() }
}
