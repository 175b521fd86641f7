#if os(Linux)
    import Foundation
    import Testing
    import WireServer

    /// Each runs in a process of its own, so that nothing else opens descriptors or starts threads meanwhile.
    @Suite struct `Leaks` {
        @Test func `After a stop no descriptor and no thread is left, whatever the connections were doing`()
            async throws
        {
            await #expect(processExitsWith: .success) {
                try await Rounds.run { try await Rounds.busyServer().stop() }
            }
        }

        @Test func `A server that nobody holds any more ends`() async throws {
            await #expect(processExitsWith: .success) {
                try await Rounds.run { _ = try await Rounds.busyServer() }
            }
        }

        @Test func `A server that could not start leaves nothing`() async throws {
            await #expect(processExitsWith: .success) {
                let holder = try await WireServer.start()
                try await Rounds.run { _ = try? await WireServer.start(port: holder.port) }
            }
        }
    }

    enum Rounds {
        /// Runs rounds and compares what the process has open before and after them.
        static func run(_ round: () async throws -> Void) async throws {
            // The first round starts what the process keeps: the cooperative pool's threads, the dispatch manager's descriptors.
            try await round()
            try await round()
            let before = try (entries("fd"), entries("task"))
            for _ in 0..<20 { try await round() }
            try await settle {
                let now = try (entries("fd"), entries("task"))
                // The pool may own a few threads more; a leak would be a thread or more a round.
                return now.0 <= before.0 && now.1 < before.1 + 10
            }
        }

        static func entries(_ kind: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count
        }

        /// A joined thread stays listed for a moment, and a dropped server ends by itself.
        private static func settle(_ isSettled: () throws -> Bool) async throws {
            for _ in 0..<100_000 {
                if try isSettled() { return }
                await Task.yield()
            }
            let left = try "\(entries("fd")) descriptors, \(entries("task")) threads"
            Issue.record("this is left: \(left)")
        }

        /// A server with connections in every state, the clients of which have gone or will not read.
        static func busyServer() async throws -> WireServer {
            let gate = Gate()
            let server = try await WireServer.start { _ in
                await gate.wait()
                return .status(200)
            }
            let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
            let clients = try (0..<6).map { _ in try SteppedClient(server) }
            try await server.waitForConnections(clients.count)
            server.enqueue(
                .fault(.stall, at: .afterHead), .fault(.wait(gate), at: .afterRequest),
                Reply(body: .stream(Data(count: 1 << 20), count: 1 << 10)), .fault(.halfClose, at: .afterRequest))
            for (index, client) in clients.dropLast().enumerated() {
                try await client.send(get)
                try await server.waitForRequests(index + 1)
            }
            return server
        }
    }
#endif
