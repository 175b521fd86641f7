import Foundation
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct RetryBudgetTests {
    /// How many retries there are before the budget says no.
    private func drain(_ budget: RetryBudget) -> Int {
        var count = 0
        while count < 10_000, budget.withdraw() { count += 1 }
        return count
    }

    @Test func `It starts full, and ten calls add one retry`() {
        let budget = RetryBudget()
        #expect(drain(budget) == 20)
        for _ in 1...9 { budget.deposit() }
        #expect(drain(budget) == 0)
        budget.deposit()
        #expect(drain(budget) == 1)
    }

    @Test func `No more is saved up than it holds`() {
        let budget = RetryBudget(share: 1, capacity: 3)
        for _ in 1...100 { budget.deposit() }
        #expect(drain(budget) == 3)
    }

    @Test(arguments: [(-1.0, -1), (.nan, 0), (-.infinity, .min)])
    func `A budget of nonsense is none`(share: Double, capacity: Int) {
        let budget = RetryBudget(share: share, capacity: capacity)
        for _ in 1...100 { budget.deposit() }
        #expect(drain(budget) == 0)
    }

    @Test func `A budget without bounds is no trap`() {
        let budget = RetryBudget(share: .infinity, capacity: .max)
        for _ in 1...100 { budget.deposit() }
        #expect(drain(budget) == 10_000)
    }

    @Test func `An outage is made no worse than by the share`() async {
        var attempts = Attempts(.unavailable(), retry: .standard { $0.baseDelay = .zero })
        attempts.client.retryBudget = RetryBudget(share: 0.1, capacity: 10)
        for call in 1...500 {
            let error = await failure { try await attempts.client.send(Request(at: "http://h/")) }
            #expect(error?.statusCode == 503, "call \(call)")
        }
        // The first deposit finds the budget full.
        #expect(attempts.times.count == 500 + 10 + 49)
    }

    @Test func `An attempt that isn't made costs nothing`() async {
        var attempts = Attempts(.unavailable(), retry: .fullWaits { $0.totalTime = .milliseconds(1) })
        let budget = RetryBudget(share: 0, capacity: 1)
        attempts.client.retryBudget = budget
        _ = await failure { try await attempts.send() }
        #expect(attempts.times.count == 1)
        #expect(drain(budget) == 1)
    }

    @Test func `A client's copies share one, whichever policy a call has; another client has its own`() async {
        var attempts = Attempts(.unavailable())
        attempts.client.retryBudget = RetryBudget(share: 0, capacity: 1)
        _ = await failure { try await attempts.send() }
        #expect(attempts.times.count == 2)
        attempts.client = attempts.client.with(attempts.recorder)
        var request = Request(at: "http://h/")
        request.options.retry = .standard { $0.attempts = 9 }
        _ = await failure { try await attempts.send(request) }
        #expect(attempts.times.count == 3)
        let other = Attempts(.unavailable())
        _ = await failure { try await other.send() }
        #expect(other.times.count == 3)
    }

    @Test func `Without one the policy alone limits`() async {
        var attempts = Attempts(
            .unavailable(),
            retry: .standard {
                $0.baseDelay = .zero
                $0.attempts = 100
            })
        attempts.client.retryBudget = nil
        _ = await failure { try await attempts.client.send(Request(at: "http://h/")) }
        #expect(attempts.times.count == 100)
    }

    @Test func `Calls from many tasks spend no retry twice`() async {
        let budget = RetryBudget(share: 0, capacity: 50)
        let spent = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<100).reduce(0) { sum, _ in budget.withdraw() ? sum + 1 : sum } }
            }
            return await group.reduce(0, +)
        }
        #expect(spent == 50)
    }
}
