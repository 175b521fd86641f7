import Foundation
import Testing

@testable import Soak

@Suite(.timeLimit(.minutes(3))) struct SoakTests {
    /// What `make soak` does, in small and in a process of its own.
    @Test func `Two thousand calls under random faults end once each, and nothing is left of them`() async throws {
        await #expect(processExitsWith: .success) {
            var soak = Soak()
            soak.count = 2000
            soak.seed = 7
            // So few calls tell nothing of memory, and a sanitizer takes some of its own.
            soak.allowance = .max
            do {
                _ = try await soak.run()
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func `A plan follows from seed and number`() {
        let plans = (0..<100).map { SoakPlan(number: $0, seed: 3) }
        #expect(plans.map { "\($0)" } == (0..<100).map { "\(SoakPlan(number: $0, seed: 3))" })
        #expect(plans.map { "\($0)" } != (0..<100).map { "\(SoakPlan(number: $0, seed: 4))" })
    }
}
