import Testing
import TernCombine

@Suite struct SequenceSourceTests {
    typealias Oops = SourceTesting.Oops
    typealias Tracker = SourceTesting.Tracker

    final class Counter: Sequence, IteratorProtocol, CustomStringConvertible {
        let limit: Int
        private(set) var asked = 0

        init(_ limit: Int) {
            self.limit = limit
        }

        func next() -> Int? {
            defer { asked += 1 }
            return asked < limit ? asked : nil
        }

        var description: String { "Counter" }
    }

    @Test func `an empty sequence finishes at once, asked for one element`() {
        let counter = Counter(0)
        let tracker = Tracker<Int, Never>()
        counter.publisher.subscribe(tracker)
        #expect(tracker.events == [.subscription("Empty"), .completion(.finished)])
        #expect(counter.asked == 1)
    }

    @Test func `elements follow demand, and the end the last element`() throws {
        let tracker = Tracker<Int, Never>()
        Counter(10).publisher.subscribe(tracker)
        #expect(tracker.events == [.subscription("Counter")])
        let subscription = try #require(tracker.subscription)
        #expect(SourceTesting.children(subscription) == ["sequence: Counter"])
        subscription.request(.max(3))
        #expect(tracker.values == [0, 1, 2])
        subscription.request(.none)
        #expect(tracker.values.count == 3)
        subscription.request(.max(6))
        #expect(tracker.events.last == .value(8))
        subscription.request(.max(1))
        #expect(tracker.events.suffix(2) == [.value(9), .completion(.finished)])
        #expect("\(subscription)" == "Sequence")
        #expect(SourceTesting.children(subscription) == ["sequence: []"])
    }

    @Test func `demand that is returned and demand from within add up`() {
        let returned = Tracker<Int, Never>(
            onSubscription: { $0.request(.max(1)) }, onValue: { $0 > 3 || $0 == 0 ? .none : .max(2) })
        (0..<10).publisher.subscribe(returned)
        #expect(returned.values == [0])
        returned.subscription?.request(.max(1))
        #expect(returned.values == Array(0...7))

        let nested = Tracker<Int, Never>(onSubscription: { $0.request(.max(1)) })
        nested.onValue = { [unowned nested] _ in
            nested.subscription?.request(.max(1))
            return .none
        }
        (0..<100_000).publisher.subscribe(nested)
        #expect(nested.values == Array(0..<100_000))
        #expect(nested.events.last == .completion(.finished))
    }

    @Test func `nothing follows a cancel, and the subscriber is let go`() {
        var released = 0
        var subscription: (any Subscription)?
        do {
            let tracker = Tracker<Int, Never>(onDeinit: { released += 1 })
            tracker.onSubscription = {
                subscription = $0
                $0.request(.unlimited)
            }
            tracker.onValue = { [unowned tracker] _ in
                tracker.subscription?.cancel()
                tracker.subscription = nil
                return .unlimited
            }
            [1].publisher.subscribe(tracker)
            #expect(tracker.events == [.subscription("[1]"), .value(1)])
            subscription?.request(.max(1))
            #expect(tracker.values == [1])
        }
        #expect(released == 1)
        #expect(subscription.map { "\($0)" } == "Sequence")
    }

    @Test func `a record plays its values and its end to each subscriber`() throws {
        let record = Record<Int, Oops> {
            $0.receive(1)
            $0.receive(2)
            $0.receive(completion: .failure(Oops()))
        }
        for _ in 1...2 {
            let tracker = Tracker<Int, Oops>()
            record.subscribe(tracker)
            #expect(tracker.events == [.subscription("[1, 2]")])
            let subscription = try #require(tracker.subscription)
            #expect(SourceTesting.children(subscription) == ["sequence: [1, 2]", "completion: failure(oops)"])
            subscription.request(.max(2))
            #expect(tracker.events.dropFirst() == [.value(1), .value(2), .completion(.failure(Oops()))])
            #expect("\(subscription)" == "Cancelled Events")
        }
        let tracker = Tracker<Int, Oops>()
        Record<Int, Oops> { $0.receive(completion: .failure(Oops())) }.subscribe(tracker)
        #expect(tracker.events == [.subscription("Empty"), .completion(.failure(Oops()))])
    }

    @Test func `a recording that was not completed goes on receiving`() {
        var recording = Record<Int, Oops> { _ in }.recording
        recording.receive(0)
        recording.receive(completion: .failure(Oops()))
        #expect(recording.output == [0])
        #expect(recording.completion == .failure(Oops()))
    }

    @Test func `a recording that is complete traps`() async {
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Oops>.Recording(output: [], completion: .finished)
            recording.receive(1)
        }
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Oops>.Recording()
            recording.receive(completion: .finished)
            recording.receive(completion: .finished)
        }
    }
}
