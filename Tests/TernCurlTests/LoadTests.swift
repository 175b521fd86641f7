import Foundation
import TernCore
import TernLocks
import TernTesting
import Testing
import TestSupport

@testable import TernCurl

/// Many calls at once. Each in a process of its own, which may open as many files as the system allows.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LoadTests {
    @Test func `Ten thousand calls at once all come through, over no more connections than allowed`() async throws {
        await #expect(processExitsWith: .success) {
            let server = try await WireServer.start(keepingRequests: 1) { request in .text(request.path) }
            let client = Client.overCurl()
            let url = server.url
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<10_000 {
                    group.addTask {
                        try await client.data(from: url.appending(path: "\(number)")) == Data("/\(number)")
                    }
                }
                try await group.expectAll()
            }
            #expect(server.requestCount == 10_000)
            #expect(server.connectionCount <= 64)
        }
    }

    @Test func `Ten thousand calls that no server answers leave the line when their time has come`() async throws {
        await #expect(processExitsWith: .success) {
            let gate = Gate()
            let server = try await WireServer.start { _ in .text("late").fault(.wait(gate), at: .afterRequest) }
            let client = Client.overCurl()
            let transport = try #require(client.transport as? CurlTransport)
            let url = server.url
            let options = RequestOptions(queue: .milliseconds(500))
            let ended = Locked(0)
            let codes = try await withThrowingTaskGroup(of: TernError.Code?.self) { group in
                for _ in 0..<10_000 {
                    group.addTask {
                        let error = await failure { try await client.send(Request(.get, url, options: options)) }
                        ended.withLock { $0 += 1 }
                        return error?.code
                    }
                }
                // Those that were sent wait for the gate; all the others must have left the line.
                while ended.withLock({ $0 }) < 10_000 - 64 { await Task.yield() }
                while transport.statistics != .init(active: 64, queued: 0) { await Task.yield() }
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count { $0 == .queueTimeout } == 10_000 - 64)
            #expect(codes.count { $0 == nil } == 64)
            #expect(server.requestCount == 64)
        }
    }

    @Test func `The line of a host is served in the order of arrival`() async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in .text("x") }
        server.enqueue(.text("x").fault(.wait(gate), at: .afterRequest))
        let client = Client.overCurl { $0.maxConnectionsPerHost = 1 }
        let transport = try #require(client.transport as? CurlTransport)
        let url = server.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { _ = try await client.data(from: url.appending(path: "\(number)")) }
                while transport.statistics.active + transport.statistics.queued <= number { await Task.yield() }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.requests.map(\.path) == (0..<200).map { "/\($0)" })
    }

    @Test func `A host with a long line doesn't keep another one waiting`() async throws {
        let gate = Gate()
        let busy = try await WireServer.start { _ in .text("x").fault(.wait(gate), at: .afterRequest) }
        let other = try await WireServer.start { _ in .text("y") }
        let client = Client.overCurl {
            $0.maxConcurrentCalls = 8
            $0.maxConnectionsPerHost = 4
        }
        let (busyURL, otherURL) = (busy.url, other.url)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<500 { group.addTask { _ = try await client.data(from: busyURL) } }
            try await busy.waitForRequests(4)
            for _ in 0..<100 { #expect(try await client.data(from: otherURL) == Data("y")) }
            #expect(busy.requestCount == 4)
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `Five hundred and two thousand calls are in flight at once`() async throws {
        await #expect(processExitsWith: .success) {
            try allowFiles(10_000)
            for count in [512, 2048] {
                let gate = Gate()
                let server = try await WireServer.start(decidingAt: .head, keepingRequests: 1) { request in
                    .text(request.path).fault(.wait(gate), at: .afterRequest)
                }
                let client = Client.overCurl {
                    $0.maxConcurrentCalls = count
                    $0.maxConnectionsPerHost = count
                }
                let url = server.url
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<count {
                        group.addTask {
                            try await client.data(from: url.appending(path: "\(number)")) == Data("/\(number)")
                        }
                    }
                    try await server.waitForRequests(count, .head, within: .seconds(90))
                    gate.open()
                    try await group.expectAll()
                }
                await server.stop()
            }
        }
    }

    @Test func `Several shards carry the calls of many hosts`() async throws {
        await #expect(processExitsWith: .success) {
            do {
                var servers: [WireServer] = []
                for _ in 0..<16 {
                    servers.append(try await WireServer.start { request in .text(request.path) })
                }
                let client = Client.overCurl { $0.shards = 4 }
                let urls = servers.map(\.url)
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<1600 {
                        let url = urls[number % urls.count].appending(path: "\(number)")
                        group.addTask { try await client.data(from: url) == Data("/\(number)") }
                    }
                    try await group.expectAll()
                }
                for server in servers { #expect(server.requestCount == 100, "\(server.requestCount)") }
                let threads = withExtendedLifetime(client) { ProcessUsage.threads(named: "tern-curl") }
                #expect((2...4).contains(threads), "\(threads) threads")
            }
            while ProcessUsage.threads(named: "tern-curl") > 0 { await Task.yield() }
        }
    }
}

/// Raises this process's own limit of open files.
private func allowFiles(_ count: UInt) throws {
    var limit = rlimit()
    #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    guard limit.rlim_cur < count else { return }
    limit.rlim_cur = min(count, limit.rlim_max)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
}

extension ThrowingTaskGroup<Bool, any Error> {
    fileprivate mutating func expectAll() async throws {
        for try await isRight in self { #expect(isRight) }
    }
}
