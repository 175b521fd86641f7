import Testing
import TernCombine

@Suite struct MapTests {
    @Test func `map publishes what the closure makes of each value`() {
        var seen: [Int] = []
        _ = [1, 2, 3].publisher.eraseToAnyPublisher().map { $0 * 2 }.filter { $0 != 4 }.sink { seen.append($0) }
        #expect(seen == [2, 6])
    }
}
