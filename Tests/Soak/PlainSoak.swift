import Foundation
import TernCore
import TernCurl
import TernTesting
import TestSupport

/// Many plain calls over few connections, to see whether memory grows.
struct PlainSoak: Sendable {
    var count = 1_000_000
    var callsAtOnce = 32

    /// - Returns: a line of figures.
    func run() async throws -> String {
        let server = try await WireServer.start(keepingRequests: 1)
        server.route("/", .text("thirty-three bytes, newline last\n"))
        let client = Client(transport: CurlTransport())
        let start = ContinuousClock.now
        let tenths = count / 10
        try await call(server.url, client, count: tenths)
        let before = ProcessUsage()
        try await call(server.url, client, count: count - tenths)
        let after = ProcessUsage()
        let grown = after.residentBytes - before.residentBytes
        guard grown < 16 << 20 else {
            throw Soak.Failure(
                description: "memory grew by \(grown) bytes: \(before) after a tenth, \(after) at the end")
        }
        return
            "plain soak: \(count) calls in \(ContinuousClock.now - start) over \(server.connectionCount) connections; after a tenth: \(before); at the end: \(after)"
    }

    private func call(_ url: URL, _ client: Client, count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<callsAtOnce {
                let share = count / callsAtOnce + (caller < count % callsAtOnce ? 1 : 0)
                group.addTask { for _ in 0..<share { _ = try await client.data(from: url) } }
            }
            try await group.waitForAll()
        }
    }
}
