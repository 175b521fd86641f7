import Foundation
import TernCore
import TernLocks
import TernTesting
import Testing
import TestSupport

@testable import TernCurl

@Suite struct StreamTests {
    @Test func `The head comes before the body, and the chunks as they are sent`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in
            Reply(body: .chunked("one", "two")).fault(.wait(gate), at: .body(afterBytes: 8))
        }
        let answer = try await Client.overCurl().stream(Request(.get, server.url))
        #expect(answer.status == .ok)
        var iterator = answer.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("one"))
        gate.open()
        #expect(try await iterator.next() == Data("two"))
        #expect(try await iterator.next() == nil)
    }

    @Test func `A reader that doesn't read holds the server back`() async throws {
        let server = try await WireServer.start { _ in Reply(body: .stream(Data(count: 1 << 16), count: 1024)) }
        let answer = try await Client.overCurl().stream(Request(.get, server.url))
        try await server.waitUntilBlocked(connection: 0)
        #expect(server.connections[0].bytesSent < 4 << 20)
        var count = 0
        for try await chunk in answer.body { count += chunk.count }
        #expect(count == 64 << 20)
    }

    @Test func `Leaving the loop closes the connection`() async throws {
        let server = try await WireServer.start { _ in Reply(body: .stream(Data(count: 1 << 16), count: 1024)) }
        let answer = try await Client.overCurl().stream(Request(.get, server.url))
        for try await _ in answer.body { break }
        try await server.waitForConnectionClosed(0)
        #expect(answer.status == .ok)
    }

    @Test func `Letting go of an unread body closes the connection`() async throws {
        let server = try await WireServer.start { _ in Reply(body: .stream(Data(count: 1 << 16), count: 1024)) }
        _ = try await Client.overCurl().stream(Request(.get, server.url))
        try await server.waitForConnectionClosed(0)
    }

    @Test func `Cancelling the reader ends its wait`() async throws {
        let server = try await WireServer.start { _ in .text("0123").fault(.stall, at: .body(afterBytes: 2)) }
        let url = server.url
        let client = Client.overCurl()
        let isReading = Gate()
        let task = Task {
            await failure {
                let answer = try await client.stream(Request(.get, url))
                for try await _ in answer.body { isReading.open() }
            }
        }
        await isReading.wait()
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        try await server.waitForConnectionClosed(0)
    }

    @Test(
        "A body that ends too early is an error after what came of it",
        arguments: [Reply.Fault.close, .reset])
    func truncated(_ fault: Reply.Fault) async throws {
        let server = try await WireServer.start { _ in .text("0123456789").fault(fault, at: .body(afterBytes: 4)) }
        let answer = try await Client.overCurl().stream(Request(.get, server.url))
        var bytes = Data()
        let error = await failure { for try await chunk in answer.body { bytes.append(chunk) } }
        #expect(error?.code == .truncatedBody)
        #expect(Data("0123").starts(with: bytes))
    }

    @Test func `An idle timer stops while the reader holds the server back`() async throws {
        let server = try await WireServer.start { _ in Reply(body: .stream(Data(count: 1 << 16), count: 256)) }
        let clock = VirtualClock()
        let client = Client.overCurl(clock: clock)
        let answer = try await client.stream(
            Request(.get, server.url, options: RequestOptions(idle: .milliseconds(50))))
        try await server.waitUntilBlocked(connection: 0)
        clock.advance(by: .seconds(3600))
        #expect(try await answer.body.collect(upTo: 64 << 20).count == 16 << 20)
    }

    @Test func `Timers run on the client's clock`() async throws {
        let server = try await WireServer.start { _ in .text("0123").fault(.stall, at: .body(afterBytes: 2)) }
        let clock = VirtualClock()
        let client = Client.overCurl(clock: clock)
        let url = server.url
        let call = Task {
            await failure { try await client.send(Request(.get, url, options: RequestOptions(idle: .seconds(600)))) }
        }
        try await server.waitUntilSent(2, connection: 0)
        await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(599))
        await clock.waitForSleepers(count: 1)
        clock.advance(by: .seconds(600))
        #expect(await call.value?.code == .idleTimeout)
    }

    @Test func `A wrong status of a streamed call is an error with its body`() async throws {
        let server = try await WireServer.start { _ in .json(#"{"why":"gone"}"#, status: 410) }
        let error = await failure { try await Client.overCurl().stream(Request(.get, server.url)) }
        #expect(error?.code == .statusCode)
        #expect(error?.response?.value == Data(#"{"why":"gone"}"#))
    }

    @Test func `The head of an answer stays as it came while its trailers follow`() async throws {
        let server = try await WireServer.start { _ in Reply(body: .chunked("one")).trailer("X-After", "1") }
        let client = Client.overCurl()
        let url = server.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let answer = try await client.stream(Request(.get, url))
                    #expect(answer.headers["X-After"] == nil)
                    #expect(answer.metrics.peer?.isEmpty == false)
                    #expect(try await answer.body.collect(upTo: 10) == Data("one"))
                }
            }
            try await group.waitForAll()
        }
    }
}
