import TernCombine
import Testing

private func odd(_ value: Int) -> Int? { value % 2 == 1 ? value : nil }

private func reject<T>(_ value: Int, _ result: T) throws -> T {
    if value == 1 { throw FilterTestError.oops }
    return result
}

private let cases: [FilterTestCase] = [
    FilterTestCase("Filter", ["2", "3"]) { $0.filter { $0 > 1 }.asText() },
    FilterTestCase("TryFilter", ["2", "3"]) { $0.tryFilter { $0 > 1 }.asText() },
    FilterTestCase("CompactMap", ["1", "3"]) { $0.compactMap(odd).asText() },
    FilterTestCase("TryCompactMap", ["1", "3"]) { $0.tryCompactMap(odd).asText() },
    FilterTestCase("RemoveDuplicates", ["2", "1", "3"]) { $0.removeDuplicates().asText() },
    FilterTestCase("RemoveDuplicates", ["2", "3"]) { $0.removeDuplicates(by: >).asText() },
    FilterTestCase("TryRemoveDuplicates", ["2", "3"]) { $0.tryRemoveDuplicates(by: >).asText() },
    FilterTestCase("DropWhile", ["1", "3"]) { $0.drop { $0 == 2 }.asText() },
    FilterTestCase("TryDropWhile", ["1", "3"]) { $0.tryDrop { $0 == 2 }.asText() },
    FilterTestCase("PrefixWhile", ["2"], finalAfter: 2) { $0.prefix { $0 == 2 }.asText() },
    FilterTestCase("TryPrefixWhile", ["2"], finalAfter: 2) { $0.tryPrefix { $0 == 2 }.asText() },
]

private let throwing: [FilterTestCase] = [
    FilterTestCase("TryFilter", ["2"]) { $0.tryFilter { try reject($0, true) }.asText() },
    FilterTestCase("TryCompactMap", ["2"]) { $0.tryCompactMap { try reject($0, $0) }.asText() },
    FilterTestCase("TryRemoveDuplicates", ["2"]) { $0.tryRemoveDuplicates { try reject($1, false) }.asText() },
    FilterTestCase("TryDropWhile", []) { $0.tryDrop { try reject($0, true) }.asText() },
    FilterTestCase("TryPrefixWhile", ["2"]) { $0.tryPrefix { try reject($0, true) }.asText() },
]

@Suite struct FilterOperatorsTests {
    typealias Probe = FilterTestSubscriber<String, any Error>

    let source = FilterTestCase.Source()

    @Test(arguments: cases) func `each value that is dropped is made up for`(operation: FilterTestCase) {
        let probe = Probe(.max(5), each: .max(4))
        operation.make(source).subscribe(probe)
        var open = true
        for value in [2, 1, 3] {
            let before = probe.history.count
            let demand = source.send(value)
            let passed = probe.history.count > before && probe.history.last != "finished"
            open = open && probe.history.last != "finished"
            #expect(demand == (!open ? .none : passed ? .max(4) : .max(1)))
        }
        #expect(open == (operation.finalAfter == nil))
        source.send(.finished)
        source.send(.failure(FilterTestError.oops))
        #expect(source.send(2) == .none)
        #expect(probe.history == ["subscription \(operation.name)"] + operation.outputs + ["finished"])
        #expect(source.subscription.history == ["request max(5)"] + (open ? [] : ["cancel"]))
    }

    @Test(arguments: throwing) func `a thrown error cancels upstream and ends the stream`(operation: FilterTestCase) {
        let probe = Probe(.max(5))
        operation.make(source).subscribe(probe)
        _ = source.send(2)
        probe.onEvent = { #expect(source.subscription.history == ["request max(5)", "cancel"]) }
        #expect(source.send(1) == .none)
        #expect(source.send(3) == .none)
        source.send(.finished)
        probe.subscription?.request(.max(1))
        probe.subscription?.cancel()
        #expect(probe.history == ["subscription \(operation.name)"] + operation.outputs + ["failure oops"])
        #expect(source.subscription.history == ["request max(5)", "cancel"])
    }

    @Test(arguments: cases) func `demand and errors are passed on as they are`(operation: FilterTestCase) {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        #expect(source.subscription.history.isEmpty)
        probe.subscription?.request(.max(3))
        probe.subscription?.request(.unlimited)
        source.send(.failure(FilterTestError.oops))
        probe.subscription?.request(.max(1))
        #expect(source.subscription.history == ["request max(3)", "request unlimited"])
        #expect(probe.history == ["subscription \(operation.name)", "failure oops"])
    }

    @Test(arguments: cases) func `a cancel reaches upstream once, and nothing follows`(operation: FilterTestCase) {
        let probe = Probe(.max(1))
        operation.make(source).subscribe(probe)
        probe.subscription?.cancel()
        probe.subscription?.request(.unlimited)
        probe.subscription?.cancel()
        #expect(source.send(2) == .none)
        source.send(.finished)
        #expect(source.subscription.history == ["request max(1)", "cancel"])
        #expect(probe.history.count == 1)
    }

    @Test(arguments: cases) func `a second subscription is cancelled`(operation: FilterTestCase) {
        let probe = Probe(.max(1))
        operation.make(source).subscribe(probe)
        let second = FilterTestSubscription()
        source.subscriber?.receive(subscription: second)
        #expect(second.history == ["cancel"])
        #expect(source.subscription.history == ["request max(1)"])
        #expect(probe.history.count == 1)
    }

    @Test(arguments: cases) func `an early cancel refuses the subscription, but for drop(while)`(
        operation: FilterTestCase
    ) {
        let source = FilterTestCase.Source(subscribesAtOnce: false)
        let probe = Probe()
        operation.make(source).subscribe(probe)
        (source.subscriber as? any Subscription)?.cancel()
        source.subscriber?.receive(subscription: source.subscription)
        let ignored = operation.name.hasSuffix("DropWhile")
        #expect(source.subscription.history == (ignored ? [] : ["cancel"]))
        #expect(probe.history == (ignored ? ["subscription \(operation.name)"] : []))
    }

    @Test(arguments: cases) func `subscriptions show what they are`(operation: FilterTestCase) throws {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        let subscription = try #require(probe.subscription)
        let display = try #require(subscription as? any CustomPlaygroundDisplayConvertible)
        #expect(display.playgroundDescription as? String == operation.name)
        let children = Array(Mirror(reflecting: subscription).children)
        if operation.name.hasSuffix("DropWhile") {
            #expect(children.isEmpty)
        } else if operation.name.hasSuffix("RemoveDuplicates") {
            #expect(children.map(\.label) == ["downstream", "last"])
            #expect(children.last.map { "\($0.value)" } == "nil")
        } else {
            #expect(children.map(\.label) == ["downstream"])
        }
    }

    @Test func `drop(while) ignores what comes before the subscription`() {
        let source = FilterTestSource<Int, Never>(subscribesAtOnce: false)
        let probe = FilterTestSubscriber<Int, Never>()
        source.drop { _ in false }.subscribe(probe)
        #expect(source.send(1) == .none)
        source.send(.finished)
        #expect(probe.history.isEmpty)
        source.subscriber?.receive(subscription: source.subscription)
        _ = source.send(2)
        #expect(probe.history == ["subscription DropWhile", "2"])
    }

    @Test func `a value before the subscription traps`() async {
        await #expect(processExitsWith: .failure) {
            let source = FilterTestSource<Int, Never>(subscribesAtOnce: false)
            source.removeDuplicates().subscribe(FilterTestSubscriber<Int, Never>())
            _ = source.send(1)
        }
    }

    @Test func `a completion before the subscription traps`() async {
        await #expect(processExitsWith: .failure) {
            let source = FilterTestSource<Int, Never>(subscribesAtOnce: false)
            source.prefix { _ in true }.subscribe(FilterTestSubscriber<Int, Never>())
            source.send(.finished)
        }
    }

    @Test func `a request before the subscription traps`() async {
        await #expect(processExitsWith: .failure) {
            let source = FilterTestSource<Int, Never>(subscribesAtOnce: false)
            source.compactMap { $0 }.subscribe(FilterTestSubscriber<Int, Never>())
            (source.subscriber as? any Subscription)?.request(.max(1))
        }
    }

    @Test func `asking for no value traps`() async {
        await #expect(processExitsWith: .failure) {
            let probe = FilterTestSubscriber<Int, Never>()
            FilterTestSource<Int, Never>().drop { _ in true }.subscribe(probe)
            probe.subscription?.request(.none)
        }
    }

    @Test func `compactMap of a compactMap is one step`() {
        let source = FilterTestSource<String, Never>()
        let first: Publishers.CompactMap<FilterTestSource<String, Never>, Int> = source.compactMap { Int($0) }
        let mapped: Publishers.CompactMap<FilterTestSource<String, Never>, Int> = first.map { $0 * 2 }
        let both: Publishers.CompactMap<FilterTestSource<String, Never>, String> = mapped.compactMap {
            $0 > 2 ? "<\($0)>" : nil
        }
        let probe = FilterTestSubscriber<String, Never>(.unlimited)
        both.subscribe(probe)
        for text in ["1", "x", "2"] {
            _ = source.send(text)
        }
        #expect(probe.history == ["subscription CompactMap", "<4>"])
        let tried: Publishers.TryCompactMap<FilterTestSource<String, Never>, Int> =
            source.tryCompactMap { Int($0) }.compactMap { try reject($0, $0) }
        let failing = FilterTestSubscriber<Int, any Error>(.unlimited)
        tried.subscribe(failing)
        for text in ["2", "1"] {
            _ = source.send(text)
        }
        #expect(failing.history == ["subscription TryCompactMap", "2", "failure oops"])
    }

    @Test func `predicates are asked no more than needed`() {
        var asked: [Int] = []
        let probe = FilterTestSubscriber<Int, any Error>(.unlimited)
        source.drop {
            asked.append($0)
            return $0 == 2
        }.subscribe(probe)
        for value in [2, 1, 2, 3] {
            _ = source.send(value)
        }
        #expect(asked == [2, 1])
        #expect(probe.events == ["1", "2", "3"])
    }

    @Test func `a value that comes while duplicates are looked for is compared with the one in question`() {
        var asked: [[Int]] = []
        let source = self.source
        let probe = FilterTestSubscriber<Int, any Error>(.unlimited)
        source.removeDuplicates { before, value in
            asked.append([before, value])
            if asked.count == 1 { _ = source.send(3) }
            return false
        }.subscribe(probe)
        _ = source.send(1)
        _ = source.send(2)
        #expect(asked == [[1, 2], [2, 3]])
        #expect(probe.events == ["1", "3", "2"])
    }

    @Test func `a subscriber is let go after the end`() {
        weak var released: FilterTestSubscriber<Int, any Error>?
        do {
            let probe = FilterTestSubscriber<Int, any Error>(.unlimited)
            released = probe
            source.compactMap(odd).subscribe(probe)
            source.send(.finished)
            probe.subscription = nil
            source.subscriber = nil
        }
        #expect(released == nil)
    }
}
