import Foundation
import TernCore
import TernLocks
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct AdmissionTests {
    @Test func `A host never gets more connections than it may, and the line is served in order`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client.overCurl { $0.maxConnectionsPerHost = 2 }
        let url = server.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = try await client.data(from: url.appending(path: "\(number)")) }
            }
            try await group.waitForAll()
        }
        #expect(server.requestCount == 40)
        #expect(server.connectionCount <= 2)
    }

    @Test func `A call that waits too long for a connection says so`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in .text("x").fault(.wait(gate), at: .afterRequest) }
        let client = Client.overCurl { $0.maxConnectionsPerHost = 1 }
        let url = server.url
        let first = Task { try await client.data(from: url) }
        try await server.waitForRequests(1)
        let error = await failure {
            try await client.send(Request(.get, url, options: RequestOptions(queue: .milliseconds(100))))
        }
        #expect(error?.code == .queueTimeout)
        gate.open()
        #expect(try await first.value == Data("x"))
        #expect(server.requestCount == 1)
    }

    @Test func `Hosts that wait for the total take turns`() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConcurrentCalls = 1
        var admission = Admission(configuration)
        let shard = Shard(configuration, number: 0)
        func call(_ host: String) throws -> Transfer {
            let url = try #require(URL(string: "http://\(host)/"))
            let transfer = try Transfer(
                Request(.get, url), origin: #require(Origin(url)), shard: shard, configuration: configuration)
            return transfer
        }
        let first = try call("a")
        #expect(admission.enter(first) === first)
        first.hasStarted = true
        for host in ["a", "a", "b", "b", "c"] { #expect(admission.enter(try call(host)) == nil) }
        var order: [String] = []
        var running = first
        while let next = admission.leave(running) {
            next.hasStarted = true
            order.append(next.origin.host)
            running = next
        }
        #expect(order == ["a", "b", "c", "a", "b"])
        #expect(admission.active == 0)
        #expect(admission.queued == 0)
    }

    @Test func `A call that leaves the line is passed over`() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConnectionsPerHost = 1
        var admission = Admission(configuration)
        let shard = Shard(configuration, number: 0)
        let url = try #require(URL(string: "http://a/"))
        let calls = try (0..<4).map { _ in
            try Transfer(Request(.get, url), origin: #require(Origin(url)), shard: shard, configuration: configuration)
        }
        #expect(calls.map { admission.enter($0) === $0 } == [true, false, false, false])
        admission.abandon(calls[1])
        admission.abandon(calls[1])
        #expect(admission.queued == 2)
        #expect(admission.leave(calls[0]) === calls[2])
        #expect(admission.leave(calls[2]) === calls[3])
        #expect(admission.leave(calls[3]) == nil)
        #expect(admission.active == 0 && admission.queued == 0)
    }

    @Test func `A line keeps no call that has left it`() throws {
        let configuration = CurlTransport.Configuration()
        var admission = Admission(configuration)
        let url = try #require(URL(string: "http://a/"))
        func pass() throws -> WeakTransfer {
            let call = try Transfer(
                Request(.get, url), origin: #require(Origin(url)), shard: Shard(configuration, number: 0),
                configuration: configuration)
            #expect(admission.enter(call) === call)
            _ = admission.leave(call)
            return WeakTransfer(call)
        }
        let passed = try (0..<3).map { _ in try pass() }
        #expect(passed.allSatisfy { $0.transfer == nil })
    }

    private struct WeakTransfer {
        weak let transfer: Transfer?
        init(_ transfer: Transfer) { self.transfer = transfer }
    }
}
