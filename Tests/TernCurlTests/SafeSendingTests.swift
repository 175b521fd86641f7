import Foundation
import TernCore
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct SafeSendingTests {
    /// A connection that is used again and dies once the whole second request has arrived.
    private func server() async throws -> WireServer {
        let server = try await WireServer.start { _ in .text("again") }
        server.enqueue(.text("first"), .fault(.reset, at: .afterRequest))
        return server
    }

    @Test(
        "What must not be sent twice arrives once on a connection that dies, and the error says so",
        arguments: [
            (HTTPMethod.post, RequestBody.none), (.post, RequestBody(Data("x"))), (.patch, RequestBody(Data("x"))),
            (.post, RequestBody(Data(count: 100_000))), ("LOCK", .none),
            (
                .put,
                RequestBody(
                    length: 1,
                    streaming: AsyncStream {
                        $0.yield(Data("x")); $0.finish()
                    })
            ),
        ])
    func once(method: HTTPMethod, body: RequestBody) async throws {
        let server = try await server()
        let client = Client.overCurl()
        _ = try await client.data(from: server.url)
        let error = await failure { try await client.send(Request(method, server.url, body: body)) }
        #expect(error?.code == .connectionLost)
        #expect(server.requests.map(\.connection) == [0, 0])
        #expect(server.requestCount == 2)
    }

    @Test(
        "What may be sent twice is, on a fresh connection",
        arguments: [
            (HTTPMethod.get, RequestBody.none), (.head, .none), (.put, RequestBody(Data("x"))), (.delete, .none),
            (.put, RequestBody(Data(count: 100_000))),
        ])
    func again(method: HTTPMethod, body: RequestBody) async throws {
        let server = try await server()
        let client = Client.overCurl()
        _ = try await client.data(from: server.url)
        let answer = try await client.send(Request(method, server.url, body: body))
        #expect(answer.status == .ok)
        #expect(server.requests.map(\.connection) == [0, 0, 1])
        #expect(server.requests[2].bodyLength == Int(body.length ?? 0))
    }

    @Test func `An idle connection that the server has closed is noticed, and a POST goes out on a fresh one`()
        async throws
    {
        let server = try await WireServer.start { _ in .text("x") }
        server.enqueue(Reply.text("first").fault(.close, at: .afterBody))
        let client = Client.overCurl()
        _ = try await client.data(from: server.url)
        try await server.waitForConnectionClosed(0)
        _ = try await client.send(Request(.post, server.url, body: RequestBody(Data("x"))))
        #expect(server.requests.map(\.connection) == [0, 1])
    }
}
