import TernCombine
import Testing

private let cases: [FilterTestCase] = [
    FilterTestCase("First", ["2"], finalAfter: 1) { $0.first().asText() },
    FilterTestCase("TryFirst", ["1"], finalAfter: 2) { $0.first { $0 < 2 }.asText() },
    FilterTestCase("TryFirstWhere", ["1"], finalAfter: 2) { $0.tryFirst { $0 < 2 }.asText() },
    FilterTestCase("Last", ["3"]) { $0.last().asText() },
    FilterTestCase("LastWhere", ["1"]) { $0.last { $0 < 3 }.asText() },
    FilterTestCase("TryLastWhere", ["1"]) { $0.tryLast { $0 < 3 }.asText() },
    FilterTestCase("AllSatisfy", ["false"], empty: ["true"], finalAfter: 2) { $0.allSatisfy { $0 > 1 }.asText() },
    FilterTestCase("TryAllSatisfy", ["true"], empty: ["true"]) { $0.tryAllSatisfy { $0 > 0 }.asText() },
    FilterTestCase("Contains", ["true"], empty: ["false"], finalAfter: 2) { $0.contains(1).asText() },
    FilterTestCase("ContainsWhere", ["false"], empty: ["false"]) { $0.contains { $0 > 3 }.asText() },
    FilterTestCase("TryContainsWhere", ["true"], empty: ["false"], finalAfter: 3) {
        $0.tryContains { $0 > 2 }.asText()
    },
    FilterTestCase("Count", ["3"], empty: ["0"]) { $0.count().asText() },
    FilterTestCase("Collect", ["[2, 1, 3]"], empty: ["[]"]) { $0.collect().asText() },
    FilterTestCase("Reduce", ["6213"], empty: ["6"]) { $0.reduce(6) { $0 * 10 + $1 }.asText() },
    FilterTestCase("TryReduce", ["6213"], empty: ["6"]) { $0.tryReduce(6) { $0 * 10 + $1 }.asText() },
    FilterTestCase("Comparison", ["1"]) { $0.min().asText() },
    FilterTestCase("Comparison", ["3"]) { $0.max().asText() },
    FilterTestCase("TryComparison", ["1"]) { $0.tryMin(by: <).asText() },
    FilterTestCase("TryComparison", ["3"]) { $0.tryMax(by: <).asText() },
]

private let throwing: [FilterTestCase] = [
    FilterTestCase("TryFirstWhere", []) { $0.tryFirst(where: reject).asText() },
    FilterTestCase("TryLastWhere", []) { $0.tryLast(where: reject).asText() },
    FilterTestCase("TryAllSatisfy", []) { $0.tryAllSatisfy { try !reject($0) }.asText() },
    FilterTestCase("TryContainsWhere", []) { $0.tryContains(where: reject).asText() },
    FilterTestCase("TryReduce", []) { $0.tryReduce(false) { try reject($1) || $0 }.asText() },
    FilterTestCase("TryComparison", []) { $0.tryMax { try reject($1) || $0 < $1 }.asText() },
]

private func reject(_ value: Int) throws -> Bool {
    if value == 1 { throw FilterTestError.oops }
    return false
}

@Suite struct ReduceRelayTests {
    typealias Probe = FilterTestSubscriber<String, any Error>

    let source = FilterTestCase.Source()

    private func send(upTo count: Int = 3) {
        for value in [2, 1, 3].prefix(count) {
            #expect(source.send(value) == .none)
        }
    }

    @Test(arguments: cases) func `a result waits until downstream has asked`(operation: FilterTestCase) {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        send()
        source.send(.finished)
        #expect(probe.history == ["subscription \(operation.name)"])
        probe.subscription?.request(.max(1))
        probe.subscription?.request(.unlimited)
        #expect(probe.history == ["subscription \(operation.name)"] + operation.outputs + ["finished"])
    }

    @Test(arguments: cases) func `a result that was asked for comes as soon as it is final`(operation: FilterTestCase) {
        let probe = Probe(.max(1))
        operation.make(source).subscribe(probe)
        if let count = operation.finalAfter {
            send(upTo: count - 1)
            #expect(probe.history.count == 1)
            probe.onEvent = { #expect(source.subscription.history == ["request unlimited", "cancel"]) }
            send()
        } else {
            send()
            #expect(probe.history.count == 1)
        }
        source.send(.finished)
        source.send(.failure(FilterTestError.oops))
        #expect(source.send(7) == .none)
        #expect(probe.events == operation.outputs + ["finished"])
        #expect(source.subscription.history == ["request unlimited"] + (operation.finalAfter == nil ? [] : ["cancel"]))
    }

    @Test(arguments: cases) func `without values the end waits for demand too`(operation: FilterTestCase) {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        source.send(.finished)
        #expect(probe.history.count == 1)
        probe.subscription?.request(.max(2))
        #expect(probe.events == operation.empty + ["finished"])
    }

    @Test(arguments: cases) func `upstream is asked once, after downstream has its subscription`(
        operation: FilterTestCase
    ) {
        let probe = Probe(.max(2), each: .max(3))
        probe.onEvent = { #expect(source.subscription.history.isEmpty) }
        operation.make(source).subscribe(probe)
        #expect(source.subscription.history == ["request unlimited"])
    }

    @Test(arguments: cases) func `upstream's error is passed on at once and ends everything`(operation: FilterTestCase)
    {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        source.send(.failure(FilterTestError.oops))
        source.send(.failure(FilterTestError.oops))
        send()
        source.send(.finished)
        probe.subscription?.request(.unlimited)
        #expect(probe.events == ["failure oops"])
        #expect(source.subscription.history == ["request unlimited"])
    }

    @Test(arguments: throwing) func `a thrown error cancels upstream and ends the stream`(operation: FilterTestCase) {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        probe.onEvent = { #expect(source.subscription.history == ["request unlimited", "cancel"]) }
        send()
        source.send(.finished)
        probe.subscription?.request(.max(1))
        #expect(probe.history == ["subscription \(operation.name)", "failure oops"])
    }

    @Test(arguments: cases) func `a second subscription is cancelled`(operation: FilterTestCase) {
        let probe = Probe(.max(1))
        operation.make(source).subscribe(probe)
        let second = FilterTestSubscription()
        source.subscriber?.receive(subscription: second)
        source.send(.finished)
        source.subscriber?.receive(subscription: second)
        #expect(second.history == ["cancel", "cancel"])
        #expect(source.subscription.history == ["request unlimited"])
        #expect(probe.events == operation.empty + ["finished"])
    }

    @Test(arguments: cases) func `what comes before the subscription is ignored`(operation: FilterTestCase) {
        let source = FilterTestCase.Source(subscribesAtOnce: false)
        let probe = Probe()
        operation.make(source).subscribe(probe)
        #expect(source.send(5) == .none)
        source.send(.finished)
        (source.subscriber as? any Subscription)?.cancel()
        #expect(probe.history.isEmpty)
        source.subscriber?.receive(subscription: source.subscription)
        #expect(source.subscription.history == ["request unlimited"])
        source.send(.finished)
        probe.subscription?.request(.max(1))
        #expect(probe.events == operation.empty + ["finished"])
    }

    @Test(arguments: cases) func `a cancel reaches upstream once, and nothing follows`(operation: FilterTestCase) {
        let probe = Probe(.max(1))
        operation.make(source).subscribe(probe)
        probe.subscription?.cancel()
        probe.subscription?.request(.unlimited)
        probe.subscription?.cancel()
        send()
        source.send(.finished)
        #expect(source.subscription.history == ["request unlimited", "cancel"])
        #expect(probe.history.count == 1)
    }

    @Test(arguments: cases) func `a result that nobody asked for is not delivered after a cancel`(
        operation: FilterTestCase
    ) {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        send()
        source.send(.finished)
        probe.subscription?.cancel()
        probe.subscription?.request(.max(1))
        #expect(probe.history.count == 1)
    }

    @Test(arguments: cases) func `subscriptions show what they are`(operation: FilterTestCase) throws {
        let probe = Probe()
        operation.make(source).subscribe(probe)
        let subscription = try #require(probe.subscription)
        let display = try #require(subscription as? any CustomPlaygroundDisplayConvertible)
        #expect(display.playgroundDescription as? String == operation.name)
        let labels = Mirror(reflecting: subscription).children.map(\.label)
        #expect(labels == (operation.name == "Collect" ? ["count"] : ["downstream", "result", "initial", "status"]))
    }

    @Test func `asking for no value traps`() async {
        await #expect(processExitsWith: .failure) {
            let probe = FilterTestSubscriber<Int, Never>()
            FilterTestSource<Int, Never>().count().subscribe(probe)
            probe.subscription?.request(.none)
        }
    }

    @Test func `a closure may send into its own pipeline`() {
        var depth = 0
        let source = self.source
        let probe = FilterTestSubscriber<[Int], any Error>(.max(1))
        source.reduce([Int]()) { sum, value in
            depth += 1
            if depth == 1 { _ = source.send(2) }
            return sum + [value]
        }.subscribe(probe)
        _ = source.send(1)
        source.send(.finished)
        // The nested value's result is overwritten, for the outer one was begun before.
        #expect(probe.events == ["[1]", "finished"])
    }

    @Test func `a closure that cancels is the last that runs`() {
        let probe = FilterTestSubscriber<Int, any Error>(.max(1))
        source.first { _ in
            probe.subscription?.cancel()
            return true
        }.subscribe(probe)
        send()
        #expect(probe.history == ["subscription TryFirst"])
        #expect(source.subscription.history == ["request unlimited", "cancel"])
    }

    @Test func `comparisons ask about the best so far and the new value`() {
        var asked: [[Int]] = []
        let order: (Int, Int) -> Bool = {
            asked.append([$0, $1])
            return $0 < $1
        }
        let probe = FilterTestSubscriber<Int, any Error>(.max(1))
        source.max(by: order).subscribe(probe)
        send()
        #expect(asked == [[2, 1], [2, 3]])
        asked = []
        source.min(by: order).subscribe(probe)
        send()
        #expect(asked == [[1, 2], [3, 1]])
    }

    @Test func `operators of equal publishers are equal`() {
        let one = Just(1), other = Just(2)
        #expect(one.setup == one.setup)
        #expect(one.setup != other.setup)
        #expect(Publishers.Contains(upstream: one, output: 1) != Publishers.Contains(upstream: one, output: 2))
    }
}

extension Just<Int> {
    fileprivate struct Operators: Equatable {
        let first: Publishers.First<Just<Int>>
        let last: Publishers.Last<Just<Int>>
        let count: Publishers.Count<Just<Int>>
        let collect: Publishers.Collect<Just<Int>>
        let ignoreOutput: Publishers.IgnoreOutput<Just<Int>>
    }

    fileprivate var setup: Operators {
        Operators(
            first: Publishers.First(upstream: self), last: Publishers.Last(upstream: self),
            count: Publishers.Count(upstream: self), collect: Publishers.Collect(upstream: self),
            ignoreOutput: Publishers.IgnoreOutput(upstream: self))
    }
}
