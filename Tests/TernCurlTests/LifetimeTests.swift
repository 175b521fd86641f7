import Foundation
import TernCore
import TernLocks
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite(.serialized) struct LifetimeTests {
    @Test func `A closed transport lets its calls end and refuses later ones`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in .text("late").fault(.wait(gate), at: .afterRequest) }
        let transport = CurlTransport()
        let client = Client(transport: transport)
        let url = server.url
        let running = Task { try await client.data(from: url) }
        try await server.waitForRequests(1)
        transport.close()
        transport.close()
        let error = await failure { try await client.data(from: url) }
        #expect(error?.code == .closed)
        gate.open()
        #expect(try await running.value == Data("late"))
        try await server.waitForConnectionClosed(0)
        #expect(server.requestCount == 1)
    }

    @Test func `A transport that was closed before its first call has nothing to end`() async throws {
        let transport = CurlTransport()
        transport.close()
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(await failure { try await transport.send(Request(.get, url)) }?.code == .closed)
    }

    @Test func `The last release of a transport closes its connections`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        do {
            let client = Client.overCurl()
            _ = try await client.data(from: server.url)
            #expect(server.openConnectionCount == 1)
        }
        try await server.waitForConnectionClosed(0)
    }

    @Test func `A client released while its call runs doesn't take the call with it`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in .text("late").fault(.wait(gate), at: .afterRequest) }
        let url = server.url
        let task = Task { try await Client.overCurl().data(from: url) }
        try await server.waitForRequests(1)
        gate.open()
        #expect(try await task.value == Data("late"))
        try await server.waitForConnectionClosed(0)
    }

    @Test func `A streamed answer outlives its transport`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in .text("0123456789").fault(.wait(gate), at: .body(afterBytes: 4))
        }
        var answer: Response<ResponseBody>? = try await Client.overCurl().stream(Request(.get, server.url))
        gate.open()
        #expect(try await answer?.body.collect(upTo: 100) == Data("0123456789"))
        answer = nil
        try await server.waitForConnectionClosed(0)
    }

    @Test func `Fifty transports leave no descriptor, thread or call behind`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        weak var leaked: CurlTransport?
        // The first one pays for what the process keeps: libcurl's globals and the runtime's threads.
        _ = try await Client.overCurl().data(from: server.url)
        try await server.waitForConnectionClosed(0)
        let threads = ProcessUsage.threads(named: "tern-curl")
        let descriptors = openDescriptors()
        for number in 1...50 {
            do {
                let transport = CurlTransport()
                leaked = transport
                _ = try await Client(transport: transport).data(from: server.url)
            }
            try await server.waitForConnectionClosed(number)
        }
        #expect(leaked == nil)
        // The thread ends a moment after its connection: wait for the event, which is its leaving the list.
        while ProcessUsage.threads(named: "tern-curl") > threads { await Task.yield() }
        while openDescriptors() > descriptors + 2 { await Task.yield() }
    }

    @Test func `Calls in every state end in their own way after a close`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { request in
            switch request.path {
            case "/waits": .text("late").fault(.wait(gate), at: .afterRequest)
            case "/reads": .text("late").fault(.wait(gate), at: .body(afterBytes: 2))
            case "/lost": .fault(.wait(gate), at: .afterRequest).fault(.reset, at: .afterRequest)
            default: .fault(.stall, at: .afterRequest)
            }
        }
        let transport = CurlTransport()
        let client = Client(transport: transport)
        let url = server.url
        let calls = ["waits", "reads", "lost", "cancelled"].map { path in
            Task { try await client.data(from: url.appending(path: path)) }
        }
        try await server.waitForRequests(4)
        transport.close()
        calls[3].cancel()
        #expect(await failure { try await calls[3].value }?.code == .cancelled)
        #expect(await failure { try await client.data(from: url) }?.code == .closed)
        gate.open()
        #expect(try await calls[0].value == Data("late"))
        #expect(try await calls[1].value == Data("late"))
        #expect(await failure { try await calls[2].value }?.code == .connectionLost)
        for index in 0..<4 { try await server.waitForConnectionClosed(index) }
        #expect(server.requestCount == 4)
    }

    @Test func `The last reference may go on the owner's own thread, in the midst of a call`() async throws {
        let server = try await WireServer.start { _ in
            Reply(body: .stream(Data(count: 1 << 10), count: 100)).fault(.delay(.zero), at: .afterHead)
        }
        let holder = Locked<CurlTransport?>(CurlTransport())
        weak let transport = holder.withLock { $0 }
        let options = RequestOptions {
            $0.onProgress = { progress in
                guard progress.bytesReceived > 0 else { return }
                // Out of the lock, so that its deinit doesn't run under it.
                _ = holder.withLock { held in
                    defer { held = nil }
                    return held
                }
            }
        }
        var request = Request(.get, server.url, options: options)
        request.delivery = .streamed
        let answer = try await holder.withLock { $0 }?.send(request)
        #expect(try await answer?.body.collect(upTo: 1 << 20).count == 100 << 10)
        #expect(transport == nil)
        try await server.waitForConnectionClosed(0)
    }

    @Test func `The last reference may go on any thread while calls run`() async throws {
        let server = try await WireServer.start { _ in .data(Data(count: 10_000)) }
        let url = server.url
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await Client.overCurl().data(from: url).count }
            }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        #expect(counts == 500_000)
        for index in 0..<50 { try await server.waitForConnectionClosed(index) }
    }
}
