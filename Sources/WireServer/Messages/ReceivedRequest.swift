public import Foundation

/// A request as it arrived, down to its bytes.
public struct ReceivedRequest: Sendable {
    /// The connection it came on, counted from 0 in the order of acceptance.
    public let connection: Int
    /// Its place on that connection, counted from 0.
    public let index: Int
    /// The head exactly as received, its closing empty line included; what there was of it if it is malformed.
    public let rawHead: Data
    /// The method as written; empty if the request line could not be read.
    public let method: String
    /// The request target as written: `/a%2Fb?x=1`, or an absolute URL sent to a proxy.
    public let target: String
    /// The version as written: `HTTP/1.1`.
    public let version: String
    /// The header fields, in order.
    public let headers: HeaderFields
    /// The body, chunks joined; no more of it than the server was told to keep.
    public internal(set) var body = Data()
    /// How many body bytes arrived, chunk framing not counted. More than `body.count` if the rest was not kept.
    public internal(set) var bodyLength = 0
    /// The sizes of the chunks in order, the closing zero left out; nil if the body was not chunked.
    public internal(set) var chunkSizes: [Int]?
    /// The fields after a chunked body.
    public internal(set) var trailers = HeaderFields()
    /// Whether head and body arrived whole.
    public internal(set) var isComplete = false
    /// What was wrong with it; such a request is answered by the server itself, with a 4xx or 5xx.
    public internal(set) var problem: String?

    /// The body as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The head as UTF-8.
    public var headText: String { String(decoding: rawHead, as: UTF8.self) }

    /// The target up to its first `?`, as written.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The target after its first `?`, as written; nil if it has none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Whether the answer is of a kind that never has a body.
    var isHead: Bool { method == "HEAD" }

    /// How the request appears in messages: `POST /a (connection 0, request 1)`.
    var summary: String {
        let line = method.isEmpty ? "malformed request" : "\(method) \(target)"
        return "\(line) (connection \(connection), request \(index))"
    }
}
