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

    @Test(.timeLimit(.minutes(2)))
    func `Fifty transports leave no socket, thread or call behind`() async {
        // In a process of its own, where no other test opens and closes anything.
        await #expect(processExitsWith: .success) {
            let server = try await WireServer.start { _ in .text("x") }
            weak var leaked: CurlTransport?
            // The first one pays for what the process keeps: libcurl's globals and the runtime's threads.
            _ = try await Client.overCurl().data(from: server.url)
            try await server.waitForConnectionClosed(0)
            while ProcessUsage.threads(named: "tern-curl") > 0 { await Task.yield() }
            let sockets = ProcessUsage().sockets
            for number in 1...50 {
                do {
                    let transport = CurlTransport()
                    leaked = transport
                    _ = try await Client(transport: transport).data(from: server.url)
                    #expect(ProcessUsage.threads(named: "tern-curl") == 1)
                }
                try await server.waitForConnectionClosed(number)
                // The thread ends a moment after its connection: its leaving the list is what is waited for.
                while ProcessUsage.threads(named: "tern-curl") > 0 { await Task.yield() }
            }
            #expect(leaked == nil)
            // The server's own end closes a moment after it has told so.
            while ProcessUsage().sockets > sockets { await Task.yield() }
        }
    }

    @Test(arguments: [Request.Delivery.streamed, .collected(limit: 1)])
    func `A call that a closed transport refuses leaves nothing behind`(delivery: Request.Delivery) async throws {
        final class Held: Sendable {}
        weak var held: Held?
        let isReleased = Gate()
        do {
            let transport = CurlTransport()
            transport.close()
            let object = Held()
            held = object
            let body = AsyncStream<Data> { $0.onTermination = { _ in isReleased.open() } }
            var request = Request(
                .post, try #require(URL(string: "http://127.0.0.1:1/")), body: RequestBody(streaming: body),
                options: RequestOptions { $0.onProgress = { _ in withExtendedLifetime(object) {} } })
            request.delivery = delivery
            let refused = request
            #expect(await failure { try await transport.send(refused) }?.code == .closed)
        }
        #expect(held == nil)
        await isReleased.wait()
    }

    @Test func `A connection is not handed on to programs that the process starts`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client.overCurl()
        _ = try await client.data(from: server.url)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let connections = descriptors.filter { descriptor in
            var peer = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &peer) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
            }
            return result == 0 && Int(UInt16(bigEndian: peer.sin_port)) == server.port
        }
        #expect(connections.count == 1)
        #expect(connections.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        withExtendedLifetime(client) {}
    }

    @Test func `A transport holds on to no call that has ended`() async throws {
        final class Held: Sendable {}
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client.overCurl()
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let options = RequestOptions { $0.onProgress = { _ in withExtendedLifetime(object) {} } }
            _ = try await client.send(Request(.get, server.url, options: options))
        }
        // The owner lets go a moment after it has told the outcome; it has done so before it serves another call.
        _ = try await client.data(from: server.url)
        #expect(held == nil)
    }
}
