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

    @Test func `A host whose own limit held its line back gets its turn after others that wait for the total`() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConcurrentCalls = 2
        configuration.maxConnectionsPerHost = 1
        var admission = Admission(configuration)
        let shard = Shard(configuration, number: 0)
        let calls = try ["a", "a", "b", "c"].map { host in
            let url = try #require(URL(string: "http://\(host)/"))
            return try Transfer(
                Request(.get, url), origin: #require(Origin(url)), shard: shard, configuration: configuration)
        }
        var started: [Bool] = []
        for call in calls { started.append(admission.enter(call) === call) }
        #expect(started == [true, false, true, false])
        #expect(admission.leave(calls[0]) === calls[3])
        #expect(admission.leave(calls[3]) === calls[1])
        #expect(admission.leave(calls[1]) == nil)
        #expect(admission.leave(calls[2]) == nil)
        #expect(admission.active == 0 && admission.queued == 0)
    }

    @Test func `No limit that can be set is too large to count with`() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConcurrentCalls = .max
        configuration.maxConnectionsPerHost = .max
        configuration.maxStreamsPerConnection = .max
        var admission = Admission(configuration)
        let url = try #require(URL(string: "http://a/"))
        let call = {
            try Transfer(
                Request(.get, url), origin: #require(Origin(url)), shard: Shard(configuration, number: 0),
                configuration: configuration)
        }
        let (first, second) = (try call(), try call())
        #expect(admission.enter(first) === first)
        let isNews = admission.note(.http2, of: first.origin)
        #expect(isNews)
        #expect(admission.enter(second) === second)
    }

    @Test func `A call that has left the line, by its turn or before, is held by nobody`() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConnectionsPerHost = 1
        var admission = Admission(configuration)
        let shard = Shard(configuration, number: 0)
        let url = try #require(URL(string: "http://a/"))
        weak var served: Transfer?
        weak var abandoned: Transfer?
        do {
            let calls = try (0..<2).map { _ in
                try Transfer(
                    Request(.get, url), origin: #require(Origin(url)), shard: shard, configuration: configuration)
            }
            (served, abandoned) = (calls[0], calls[1])
            _ = admission.enter(calls[0])
            _ = admission.enter(calls[1])
            admission.abandon(calls[1])
        }
        #expect(served == nil && abandoned == nil)
        #expect(admission.active == 1 && admission.queued == 0)
    }

    @Test func `A long line with gaps is served in order`() throws {
        var configuration = CurlTransport.Configuration()
        configuration.maxConnectionsPerHost = 1
        var admission = Admission(configuration)
        let shard = Shard(configuration, number: 0)
        let url = try #require(URL(string: "http://a/"))
        let calls = try (0..<300).map { _ in
            try Transfer(Request(.get, url), origin: #require(Origin(url)), shard: shard, configuration: configuration)
        }
        for call in calls { _ = admission.enter(call) }
        var running = calls[0]
        var order = [0]
        // One in three leaves from somewhere ahead in the line while it moves.
        for number in stride(from: 299, to: 0, by: -3) {
            admission.abandon(calls[number])
            guard let next = admission.leave(running) else { break }
            order.append(calls.firstIndex { $0 === next } ?? -1)
            running = next
        }
        while let next = admission.leave(running) {
            order.append(calls.firstIndex { $0 === next } ?? -1)
            running = next
        }
        #expect(order == order.sorted())
        #expect(Set(order).count == order.count)
        #expect(admission.active == 0 && admission.queued == 0)
    }
}
