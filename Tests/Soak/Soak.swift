import Foundation
import TernCore
import TernCurl
import TernLocks
import TernTesting
import TestSupport

/// Many calls under random faults and cancellations: each ends once, in a way that its plan allows, and nothing is left.
struct Soak: Sendable {
    var count = 100_000
    var seed: UInt64 = 1
    var callsAtOnce = 64
    /// How many bytes of memory more may be resident at the end.
    var allowance = 16 << 20
    /// A server lives for so many calls: it remembers every connection, which must not look like a leak of the client's.
    private static let callsPerServer = 2000

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Returns: a line of figures.
    func run() async throws -> String {
        // The first calls start what the process keeps, and show what it needs at its busiest.
        try await runAll(numbers: count..<count + min(count, 2000), Locked([:]))
        let before = await settled()
        let outcomes = Locked<[String: Int]>([:])
        let start = ContinuousClock.now
        try await runAll(numbers: 0..<count, outcomes)
        let time = ContinuousClock.now - start
        let after = await settled(at: before)

        let found = outcomes.withLock { $0 }
        let total = found.values.reduce(0, +)
        try expect(total == count, "\(total) outcomes of \(count) calls")
        try expect(CurlTransport.liveCalls == 0, "\(CurlTransport.liveCalls) calls are still in memory")
        try expect(after.sockets <= before.sockets, "\(after) at the end, \(before) at the start")
        try expect(ProcessUsage.threads(named: "tern-curl") == 0, "a transport's thread is left")
        try expect(
            after.residentBytes - before.residentBytes < allowance,
            "memory grew: \(after) at the end, \(before) at the start")
        let ways = found.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return
            "soak: seed \(seed), \(count) calls, \(total) outcomes in \(time): \(ways); before: \(before); after: \(after)"
    }

    private func runAll(numbers: Range<Int>, _ outcomes: Locked<[String: Int]>) async throws {
        let transport = CurlTransport()
        defer { transport.close() }
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: Self.callsPerServer) {
            let part = start..<min(start + Self.callsPerServer, numbers.upperBound)
            try await runPart(numbers: part, Client(transport: transport), outcomes)
        }
    }

    private func runPart(numbers: Range<Int>, _ client: Client, _ outcomes: Locked<[String: Int]>) async throws {
        let arrivals = Locked<[Int: Int]>([:])
        let server = try await WireServer.start(decidingAt: .head, keepingBodyBytes: 0, keepingRequests: 1) {
            [seed] request in
            guard let number = Int(request.path.dropFirst()) else { return .status(404) }
            arrivals.withLock { $0[number, default: 0] += 1 }
            return SoakPlan(number: number, seed: seed).reply
        }
        var random = SeededGenerator(seed: seed &+ UInt64(numbers.lowerBound))
        for _ in 0..<100 {
            server.onConnection(.random(in: 0..<2000, using: &random), Bool.random(using: &random) ? .reset : .close)
        }
        let url = server.url
        try await withThrowingTaskGroup(of: String.self) { group in
            for (index, number) in numbers.enumerated() {
                if index >= callsAtOnce, let outcome = try await group.next() {
                    outcomes.withLock { $0[outcome, default: 0] += 1 }
                }
                let plan = SoakPlan(number: number, seed: seed)
                group.addTask { try await outcome(of: plan, client, url) }
            }
            for try await outcome in group { outcomes.withLock { $0[outcome, default: 0] += 1 } }
        }
        for (number, count) in arrivals.withLock({ $0 }) where count > 1 {
            let plan = SoakPlan(number: number, seed: seed)
            try expect(!plan.isSentOnce, "call \(number) arrived \(count) times: \(plan)")
        }
        await server.stop()
    }

    /// How the call ended, in a word.
    private func outcome(of plan: SoakPlan, _ client: Client, _ url: URL) async throws -> String {
        let call = Task { try await Self.bytes(of: plan, client, url) }
        if let patience = plan.patience {
            for _ in 0..<patience { await Task.yield() }
            call.cancel()
        }
        switch await call.result {
        case .success(let bytes):
            try expect(!plan.mustFail || plan.isStreamed && plan.reading != .whole, "a value out of \(plan)")
            try expect(bytes.map { $0 == plan.answer } ?? true, "\(bytes?.count ?? 0) bytes out of \(plan)")
            return bytes == nil ? "left early" : "value"
        case .failure(let error):
            guard let error = error as? TernError else { throw error }
            try expect(plan.allows(error.code), "\(error) out of \(plan)")
            return error.code.rawValue
        }
    }

    /// nil where the body isn't read to its end.
    private static func bytes(of plan: SoakPlan, _ client: Client, _ url: URL) async throws -> Data? {
        guard plan.isStreamed else {
            return try await client.send(plan.request(to: url), validation: .none).value
        }
        let answer = try await client.stream(plan.request(to: url), validation: .none)
        switch plan.reading {
        case .nothing: return nil
        case .firstChunk:
            for try await _ in answer.body { return nil }
            return nil
        case .whole: return try await answer.body.collect(upTo: .max)
        }
    }

    /// What is held once nothing more goes, which takes a moment after the last reference has gone.
    private func settled(at earlier: ProcessUsage? = nil) async -> ProcessUsage {
        for _ in 0..<100_000 {
            let isQuiet = CurlTransport.liveCalls == 0 && ProcessUsage.threads(named: "tern-curl") == 0
            if isQuiet && ProcessUsage().sockets <= earlier?.sockets ?? .max { break }
            await Task.yield()
        }
        ProcessUsage.returnFreeMemory()
        return ProcessUsage()
    }

    private func expect(_ isRight: Bool, _ complaint: @autoclosure () -> String) throws {
        if !isRight { throw Failure(description: "seed \(seed): \(complaint())") }
    }
}
