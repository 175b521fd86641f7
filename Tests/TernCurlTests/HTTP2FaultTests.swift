import Foundation
import TernCore
import Testing
import TestSupport

@testable import TernCurl

/// What a scripted server of HTTP/2 does to a request on a connection that has been used, and what becomes of it.
@Suite(.timeLimit(.minutes(1))) struct HTTP2FaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// What `scripts/h2-peer` is to do to the first request.
        let script: String
        /// What a GET and a POST end with; nil: a value.
        let get: TernError.Code?
        let post: TernError.Code?
        /// How many of each arrive.
        var arrivals = (get: 1, post: 1)
        var testDescription: String { script }
    }

    @Test(
        "What the server may have acted on is sent once; what it refused, or may be repeated, may go again",
        arguments: [
            // Refused: nothing was done, so libcurl sends both again. Tern lets it where the request may be repeated.
            Case(script: "refuse", get: nil, post: .connectionLost, arrivals: (2, 1)),
            Case(script: "goaway-below", get: nil, post: .connectionLost, arrivals: (2, 1)),
            Case(script: "goaway-below-and-close", get: nil, post: .connectionLost, arrivals: (2, 1)),
            // The connection died: whether anything was done isn't known.
            Case(script: "goaway-then-close", get: nil, post: .connectionLost, arrivals: (2, 1)),
            Case(script: "close", get: nil, post: .connectionLost, arrivals: (2, 1)),
            Case(script: "abort", get: nil, post: .connectionLost, arrivals: (2, 1)),
            Case(script: "rubbish", get: nil, post: .connectionLost, arrivals: (2, 1)),
            // The server was there, and gave it up.
            Case(script: "reset", get: .connectionLost, post: .connectionLost),
            Case(script: "cancel", get: .connectionLost, post: .connectionLost),
            // An answer, but not a whole one. libcurl shows no head that comes in one read with its stream's bad end.
            Case(script: "close-in-body", get: .truncatedBody, post: .truncatedBody),
            Case(script: "reset-in-body", get: .connectionLost, post: .connectionLost),
            Case(script: "short-body", get: .connectionLost, post: .connectionLost),
            Case(script: "long-body", get: .connectionLost, post: .connectionLost),
            Case(script: "goaway-then-answer", get: nil, post: nil),
            Case(script: "early-answer", get: nil, post: nil),
        ], [HTTPMethod.get, .post])
    func once(_ shape: Case, method: HTTPMethod) async throws {
        let client = try Self.client()
        let token = UUID().uuidString
        _ = try await client.data(from: Peer.url("H2_SCRIPTED", "/again/\(UUID().uuidString)"))
        let code = await failure {
            let answer = try await client.send(
                Request(method, try Peer.url("H2_SCRIPTED", "/\(shape.script)/\(token)")))
            #expect(answer.metrics.version == .http2)
        }?.code
        #expect(code == (method == .get ? shape.get : shape.post))
        let arrived = try await client.data(from: Peer.url("H2_SCRIPTED", "/count/\(token)"))
        let expected = method == .get ? "GET \(shape.arrivals.get)" : "POST \(shape.arrivals.post)"
        #expect(String(decoding: arrived, as: UTF8.self) == expected)
    }

    @Test(arguments: ["refuse", "goaway-below", "close"])
    func `A server that refuses for ever is an error in the end`(_ script: String) async throws {
        let client = try Self.client()
        let url = try Peer.url("H2_SCRIPTED", "/\(script)/\(UUID().uuidString)/always")
        #expect(await failure { try await client.data(from: url) }?.code == .connectionLost)
    }

    @Test func `A stream that ends in an error takes no other with it`() async throws {
        let client = try Self.client()
        let codes = try await withThrowingTaskGroup(of: TernError.Code?.self) { group in
            for number in 0..<40 {
                let script = number.isMultiple(of: 2) ? "reset" : "again"
                let url = try Peer.url("H2_SCRIPTED", "/\(script)/\(UUID().uuidString)")
                group.addTask { await failure { try await client.data(from: url) }?.code }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 20)
        #expect(codes.count { $0 == .connectionLost } == 20)
    }

    @Test func `HTTP 2 without TLS serves one call after another, and many at once`() async throws {
        let client = Client.overCurl()
        let request = Request(
            .get, try Peer.url("H2C", "/33.txt"), options: RequestOptions { $0.httpVersion = .http2 })
        for _ in 0..<3 { #expect(try await client.send(request).metrics.version == .http2) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await client.send(request).value.count } }
            for try await count in group { #expect(count == 33) }
        }
    }

    private static func client() throws -> Client {
        let authority = try Peer.authority()
        return Client.overCurl { $0.trustRoots = .pem(authority) }
    }
}
