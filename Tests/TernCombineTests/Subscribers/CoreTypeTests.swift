import Foundation
import TernCombine
import Testing

/// AnyCancellable, Demand, Completion and CombineIdentifier.
@Suite struct CoreTypeTests {
    typealias Demand = Subscribers.Demand

    @Test func `a cancellable acts once: when told to, or when it is let go`() {
        var runs = 0
        let told = AnyCancellable { runs += 1 }
        told.cancel()
        told.cancel()
        #expect(runs == 1)
        do {
            _ = AnyCancellable { runs += 1 }
        }
        #expect(runs == 2)
    }

    @Test func `cancellables are kept in collections and sets, by identity`() {
        var runs = 0
        let first = AnyCancellable { runs += 1 }
        var array: [AnyCancellable] = []
        var set: Set<AnyCancellable> = []
        first.store(in: &array)
        first.store(in: &set)
        first.store(in: &set)
        let second = AnyCancellable(first)
        second.store(in: &set)
        #expect(array == [first])
        #expect(set == [first, second])
        second.cancel()
        #expect(runs == 1)
    }

    @Test func `a long chain of cancellables needs no deep stack`() {
        var runs = 0
        var chain = AnyCancellable { runs += 1 }
        for _ in 0..<200_000 {
            chain = AnyCancellable(chain)
        }
        chain = AnyCancellable {}
        #expect(runs == 1)
        chain.cancel()
    }

    @Test func `demands add, subtract and multiply, and overflow to unlimited`() {
        #expect(.max(42) + .unlimited == Demand.unlimited)
        #expect(.max(100) + .max(42) == Demand.max(142))
        #expect(Demand.max(.max) + 10 == .unlimited)
        #expect(Demand.max(.max) + .max(1) == .unlimited)
        #expect(Demand.unlimited + .min == .unlimited)
        #expect(.max(42) - .unlimited == Demand.none)
        #expect(.unlimited - .unlimited == Demand.unlimited)
        #expect(.max(100) - .max(42) == Demand.max(58))
        #expect(Demand.max(.max) - (-1) == .none)
        #expect(Demand.max(.max) * 2 == .unlimited)
        #expect(Demand.unlimited * .max == .unlimited)
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.unlimited.description == "unlimited")
        #expect(Demand.none.description == "max(0)")
        #expect(Demand.unlimited > 42)
        #expect(!(Demand.unlimited < .unlimited))
    }

    @Test func `demands that would be negative trap`() async {
        await #expect(processExitsWith: .failure) { _ = Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Demand.max(1) - .max(2) }
        await #expect(processExitsWith: .failure) { _ = Demand.max(1) - 2 }
    }

    @Test func `a demand is coded as one number`() throws {
        for demand in [Demand.none, .max(42), .unlimited] {
            #expect(try JSONDecoder().decode([Demand].self, from: JSONEncoder().encode([demand])) == [demand])
        }
        #expect(String(decoding: try JSONEncoder().encode([Demand.max(42)]), as: UTF8.self) == "[42]")
        #expect(try JSONDecoder().decode([Demand].self, from: Data("[\(UInt(Int.max) + 2)]".utf8)) == [.unlimited])
        #expect(throws: (any Error).self) { try JSONDecoder().decode([Demand].self, from: Data("[-1]".utf8)) }
    }

    @Test func `identifiers differ, and an object keeps its own`() {
        #expect(CombineIdentifier() != CombineIdentifier())
        let object = SourceTesting.Upstream()
        #expect(object.combineIdentifier == CombineIdentifier(object))
        #expect(object.combineIdentifier.description.hasPrefix("0x"))
    }
}
