import TernCore
import TernTesting
import Testing
import TestSupport

@testable import TernCurl

@Suite(.timeLimit(.minutes(2))) struct FaultMatrixTests {
    static let curl = TransportUnderTest {
        CurlTransport()
    } isIdle: {
        ($0 as? CurlTransport)?.statistics == .init()
    }

    @Test(
        "Every fault ends in one outcome with its code, and the next call gets its own answer",
        arguments: FaultMatrix.cells)
    func cell(_ cell: FaultCell) async throws {
        let seen = try await cell.run(over: Self.curl)
        #expect(seen == cell.expected)
    }

    /// In a process of its own, so that nothing else opens descriptors or makes calls meanwhile.
    @Test(.timeLimit(.minutes(3)))
    func `The whole matrix leaves no socket, thread or call behind`() async throws {
        await #expect(processExitsWith: .success) {
            // What the process keeps is started first; the timers of a wait are part of that.
            try await Self.runAll(FaultMatrix.cells.prefix(8))
            let idle = try await WireServer.start()
            _ = await failure { try await idle.waitForConnections(1, within: .milliseconds(1)) }
            await idle.stop()
            let before = ProcessUsage()
            try await Self.runAll(FaultMatrix.cells[...])
            // Threads and sockets go a moment after the last reference: wait for that, or for the time limit.
            while ProcessUsage().sockets > before.sockets { await Task.yield() }
            while ProcessUsage.threads(named: "tern-curl") > 0 { await Task.yield() }
            while CurlTransport.liveCalls > 0 { await Task.yield() }
        }
    }

    private static func runAll(_ cells: ArraySlice<FaultCell>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, cell) in cells.enumerated() {
                if number >= 8 { try await group.next() }
                group.addTask { _ = try await cell.run(over: curl) }
            }
            try await group.waitForAll()
        }
    }
}
