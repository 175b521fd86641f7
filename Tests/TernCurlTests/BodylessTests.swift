import Foundation
import TernCore
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct BodylessTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var method: HTTPMethod = .get
        let status: Int
        let length: String?
        var testDescription: String { "\(method) \(status) length \(length ?? "none")" }
    }

    @Test(
        "An answer without a body that calls itself gzip is no decoder error, and its connection is used again",
        arguments: [
            Case(method: .head, status: 200, length: "4711"), Case(method: .head, status: 404, length: "12"),
            Case(status: 204, length: nil), Case(status: 304, length: "4711"), Case(status: 304, length: nil),
            Case(status: 202, length: "0"), Case(status: 200, length: "0"),
        ])
    func bodyless(_ shape: Case) async throws {
        let server = try await WireServer.start { request in
            var reply = Reply(shape.status).withoutFraming().header("Content-Encoding", "gzip")
            if let length = shape.length { reply = reply.header("Content-Length", length) }
            return reply
        }
        let client = Client.overCurl()
        for _ in 0..<2 {
            let answer = try await client.send(Request(shape.method, server.url), validation: .none)
            #expect(answer.status.code == shape.status)
            #expect(answer.value.isEmpty)
        }
        #expect(server.requests.map(\.connection) == [0, 0])
    }

    @Test func `A 304 is an error by default, with the answer attached`() async throws {
        let server = try await WireServer.start { _ in Reply(304).header("ETag", "\"1\"") }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url)) }
        #expect(error?.code == .statusCode)
        #expect(error?.statusCode == 304)
        #expect(error?.response?.headers["ETag"] == "\"1\"")
    }

    @Test(
        "A method that expects a body says that there is none, and no other does",
        arguments: [("POST", "0"), ("PUT", "0"), ("PATCH", "0"), ("DELETE", nil), ("GET", nil), ("PURGE", nil)]
            as [(String, String?)])
    func contentLength(method: String, length: String?) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        _ = try await Client.overCurl().send(Request(HTTPMethod(rawValue: method), server.url))
        #expect(server.requests[0].method == method)
        #expect(server.requests[0].headers["Content-Length"] == length)
        #expect(server.requests[0].headers["Content-Type"] == nil)
        #expect(server.requests[0].headers["Transfer-Encoding"] == nil)
    }
}
