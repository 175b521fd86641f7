import Foundation
import Tern
import TernTesting
import Testing
import TestSupport

/// Attempts over real connections; the rules themselves are tested beside their interceptor.
@Suite struct RetryWireTests {
    private let policy = RetryPolicy.standard { $0.baseDelay = .zero }

    private func client(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) -> Client {
        var client = Client.fresh(change)
        client.retry = policy
        return client
    }

    @Test func `503, 503 and 200 are three requests, one outcome, and no activity left`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(503, body: "busy"), .status(503).header("Retry-After", "0"), .text("there"))
        var client = client()
        let activity = Activity()
        client.activity = activity
        let answer = try await client.response(Call(baseURL: server.url, path: "/a"), as: String.self)
        #expect(answer.value == "there")
        #expect(answer.request.attempt == 3)
        #expect(server.requests.map(\.target) == ["/a", "/a", "/a"])
        #expect(server.requests.map(\.connection) == [0, 0, 0])
        #expect(activity.count == 0)
    }

    @Test(arguments: [
        Reply.fault(.close, at: .afterRequest), .fault(.reset, at: .beforeRequest), .fault(.reset, at: .accept),
        Reply(body: .sized(Data(count: 1000))).fault(.close, at: .body(afterBytes: 100)),
        Reply(body: .chunked("one", "two")).fault(.reset, at: .body(afterBytes: 5)),
    ])
    func `A connection that is lost is followed by another`(fault: Reply) async throws {
        let server = try await WireServer.start()
        server.enqueue(fault, .text("there"))
        let answer = try await client().response(Call(baseURL: server.url), as: String.self)
        #expect(answer.value == "there")
        #expect(answer.request.attempt == 2)
        #expect(server.requests.last?.connection == 1)
    }

    @Test func `A server that isn't there is tried to the last attempt`() async throws {
        let port = try BoundPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
        let error = await failure { try await client().request(Call(baseURL: url)) }
        #expect(error?.code == .connection)
        #expect(error?.request?.attempt == 3)
    }

    @Test func `A POST arrives once, and with an Idempotency-Key as often as it takes, the same each time`()
        async throws
    {
        let server = try await WireServer.start { request in
            request.headers["Idempotency-Key"] == nil ? .status(503) : .text("there")
        }
        var call = Call(baseURL: server.url, method: .post, parameters: .json(["x": 1]))
        let error = await failure { try await client().request(call) }
        #expect(error?.statusCode == 503)
        #expect(server.requestCount == 1)

        server.enqueue(.status(503), .fault(.close, at: .afterRequest))
        call.headers = ["Idempotency-Key": "7"]
        #expect(try await client().request(call, as: String.self) == "there")
        #expect(server.requests.dropFirst().map(\.text) == Array(repeating: #"{"x":1}"#, count: 3))
        #expect(server.requests.dropFirst().map { $0.headers["Idempotency-Key"] } == ["7", "7", "7"])
    }

    @Test func `A body that can be read once arrives once`() async throws {
        let server = try await WireServer.start { _ in .status(503) }
        let error = await failure {
            try await client().send(Request(.put, server.url, body: oneShot("once")))
        }
        #expect(error?.statusCode == 503)
        #expect(server.requests.map(\.text) == ["once"])
    }

    @Test func `A streamed refusal is let go of before the next attempt on the one connection there may be`()
        async throws
    {
        let server = try await WireServer.start()
        let refusal = Reply(503, body: .sized(Data(count: 4_000_000)))
        server.enqueue(refusal, refusal, .text("there"))
        let answer = try await client { $0.maxConnectionsPerHost = 1 }.stream(Call(baseURL: server.url))
        #expect(try await answer.body.collect(upTo: 10) == Data("there"))
        #expect(answer.request.attempt == 3)
        #expect(server.requestCount == 3)
    }

    @Test func `A streamed body that breaks off is an error, since its reader has had a part`() async throws {
        let server = try await WireServer.start { _ in .text("again") }
        server.enqueue(Reply(body: .sized(Data(count: 1000))).fault(.close, at: .body(afterBytes: 100)))
        let answer = try await client().stream(Call(baseURL: server.url))
        let error = await failure { try await answer.collected() }
        #expect(error?.code == .truncatedBody)
        #expect(server.requestCount == 1)
    }

    @Test func `A call that is cancelled in its wait is over, and nothing more arrives`() async throws {
        let server = try await WireServer.start { _ in .status(503).header("Retry-After", "30") }
        let clock = VirtualClock()
        let activity = Activity()
        let client = Client(
            transport: CurlTransport(), retry: policy, activity: activity, clock: clock)
        // Without timers of the transport's the wait is the only one who sleeps.
        let options = RequestOptions { $0.idleTimeout = nil }
        let call = Task { try await client.request(Call(baseURL: server.url, options: options)) }
        await clock.waitForSleepers(count: 1)
        call.cancel()
        let error = await failure { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(server.requestCount == 1)
        #expect(activity.count == 0)
    }
}
