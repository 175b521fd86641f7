public import Foundation
public protocol ContentDecoder: Sendable {
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}
extension JSONDecoder: ContentDecoder {}
extension ContentDecoder where Self == JSONDecoder {
    public static var json: JSONDecoder { JSONDecoder() }
}
