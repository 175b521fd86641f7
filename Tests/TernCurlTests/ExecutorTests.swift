#if Curl && os(Linux)
    import Foundation
    import TernCore
    import TernLocks
    import TestSupport
    import Testing
    import WireServer

    @testable import TernCurl

    @Suite struct ExecutorTests {
        /// The name of the thread this runs on.
        private func thread() -> String {
            (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
                ?? ""
        }

        @Test func `A task that prefers the owner's thread runs there, before a call and after it`() async throws {
            let server = try await WireServer.start { _ in .text("x") }
            let transport = CurlTransport()
            let client = Client(transport: transport)
            try await withTaskExecutorPreference(transport.executor(for: server.url)) { () async throws in
                #expect(thread() == "tern-curl-0")
                for _ in 0..<3 {
                    #expect(try await client.data(from: server.url) == Data("x"))
                    #expect(thread() == "tern-curl-0")
                }
            }
            #expect(thread() != "tern-curl-0")
            #expect(server.requests.map(\.connection) == [0, 0, 0])
        }

        @Test func `A hundred tasks on the thread, some made by others, all end`() async throws {
            let server = try await WireServer.start { _ in .data(Data(count: 5000)) }
            let transport = CurlTransport()
            let client = Client(transport: transport)
            let url = server.url
            let sizes = try await withTaskExecutorPreference(transport.executor(for: url)) {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<100 {
                        group.addTask {
                            async let first = client.data(from: url)
                            let answer = try await client.stream(Request(.get, url))
                            return try await answer.body.collect(upTo: 5000).count + first.count
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            #expect(sizes == Array(repeating: 10_000, count: 100))
        }

        @Test func `Cancelling a task on the thread ends its call`() async throws {
            let server = try await WireServer.start { _ in .fault(.stall, at: .afterRequest) }
            let transport = CurlTransport()
            let client = Client(transport: transport)
            let url = server.url
            let task = Task(executorPreference: transport.executor(for: url)) {
                await failure { try await client.data(from: url) }
            }
            try await server.waitForRequests(1)
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            try await server.waitForConnectionClosed(0)
        }

        @Test func `A task that keeps the thread busy starves neither its neighbours nor other callers`() async throws {
            let server = try await WireServer.start { _ in .text("x") }
            let transport = CurlTransport()
            let client = Client(transport: transport)
            let url = server.url
            let busy = Task(executorPreference: transport.executor(for: url)) {
                while !Task.isCancelled { await Task.yield() }
            }
            let neighbour = Task(executorPreference: transport.executor(for: url)) { try await client.data(from: url) }
            #expect(try await neighbour.value == Data("x"))
            #expect(try await client.data(from: url) == Data("x"))
            busy.cancel()
            await busy.value
        }

        @Test func `Tasks outlive the transport whose thread they prefer`() async throws {
            let server = try await WireServer.start { _ in .text("x") }
            let transport = CurlTransport()
            let client = Client(transport: transport)
            let url = server.url
            let code = await withTaskExecutorPreference(transport.executor(for: url)) {
                _ = try? await client.data(from: url)
                transport.close()
                for _ in 0..<100 { await Task.yield() }
                return await failure { try await client.data(from: url) }?.code
            }
            #expect(code == .closed)
            try await server.waitForConnectionClosed(0)
            let late = Task(executorPreference: transport.executor(for: url)) { 7 }
            #expect(await late.value == 7)
        }
    }
#endif
