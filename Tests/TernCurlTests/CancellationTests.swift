import Foundation
import TernCore
import TernLocks
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct CancellationTests {
    @Test func `A task cancelled before its call sends nothing`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client.overCurl()
        let url = server.url
        let task = Task { () -> TernError? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { try await client.data(from: url) }
        }
        #expect(await task.value?.code == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test func `The transport itself sends nothing for a task that is cancelled`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let transport = CurlTransport()
        let request = Request(.get, server.url)
        let task = Task { () -> TernError? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { try await transport.send(request) }
        }
        #expect(await task.value?.code == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test(
        "A call cancelled on its way ends once, and the server sees the connection close",
        arguments: [
            Reply.fault(.stall, at: .accept), .fault(.stall, at: .afterRequest),
            .text("ab").fault(.stall, at: .head(afterBytes: 9)),
            .text("0123").fault(.stall, at: .body(afterBytes: 2)),
        ])
    func onItsWay(_ reply: Reply) async throws {
        let server = try await WireServer.start()
        server.enqueue(reply)
        let client = Client.overCurl()
        let url = server.url
        let task = Task { await failure { try await client.data(from: url) } }
        try await server.waitForConnections(1)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        try await server.waitForConnectionClosed(0)
        #expect(try #require(client.transport as? CurlTransport).statistics == .init())
    }

    @Test func `A call cancelled while it waits in line is never sent, and the line goes on`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in .text("x").fault(.wait(gate), at: .afterRequest) }
        let client = Client.overCurl { $0.maxConnectionsPerHost = 1 }
        let transport = try #require(client.transport as? CurlTransport)
        let url = server.url
        let first = Task { try await client.data(from: url.appending(path: "1")) }
        try await server.waitForRequests(1)
        let second = Task { await failure { try await client.data(from: url.appending(path: "2")) } }
        while transport.statistics.queued < 1 { await Task.yield() }
        let third = Task { try await client.data(from: url.appending(path: "3")) }
        while transport.statistics.queued < 2 { await Task.yield() }
        second.cancel()
        #expect(await second.value?.code == .cancelled)
        gate.open()
        _ = try await (first.value, third.value)
        #expect(server.requests.map(\.path) == ["/1", "/3"])
        #expect(server.connectionCount == 1)
    }

    @Test func `Cancelling after the end changes nothing`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client.overCurl()
        let url = server.url
        let task = Task { try await client.data(from: url) }
        #expect(try await task.value == Data("x"))
        task.cancel()
        #expect(try await client.data(from: url) == Data("x"))
        #expect(server.connectionCount == 1)
    }

    @Test func `A hundred calls cancelled at random moments end once each, and the transport is empty`() async throws {
        let server = try await WireServer.start { _ in .data(Data(count: 10_000)) }
        let client = Client.overCurl { $0.maxConnectionsPerHost = 8 }
        let url = server.url
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let call = Task { try await client.data(from: url) }
                    for _ in 0..<(number * 7 % 50) { await Task.yield() }
                    call.cancel()
                    switch await call.result {
                    case .success(let data): return data.count == 10_000
                    case .failure(let error): return (error as? TernError)?.code == .cancelled
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 100)
        let transport = try #require(client.transport as? CurlTransport)
        while transport.statistics != .init() { await Task.yield() }
        #expect(try await client.data(from: url).count == 10_000)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A call that the owner hears to be cancelled before it hears of the call ends all the same`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let configuration = CurlTransport.Configuration()
        let shard = Shard(configuration, number: 0)
        defer { shard.close() }
        func call() throws -> Transfer {
            try Transfer(
                Request(.get, server.url), origin: #require(Origin(server.url)), shard: shard,
                configuration: configuration)
        }
        _ = try await call().run()
        let early = try call()
        early.cancel()
        // When this one has ended, the owner has dealt with the one before.
        _ = try await call().run()
        #expect(await failure { try await early.run() }?.code == .cancelled)
        #expect(server.requestCount == 2)
    }
}
