import Testing
import TernCombine

@Suite struct CombineLatestTests {
    /// A combineLatest of two to four sources, which publishes the sum.
    private func combine(_ sources: [ManySource]) -> AnyPublisher<Int, ManyError> {
        let (a, b) = (sources[0], sources[1])
        return switch sources.count {
        case 2: a.combineLatest(b, +).eraseToAnyPublisher()
        case 3: a.combineLatest(b, sources[2]) { $0 + $1 + $2 }.eraseToAnyPublisher()
        default: a.combineLatest(b, sources[2], sources[3]) { $0 + $1 + $2 + $3 }.eraseToAnyPublisher()
        }
    }

    @Test(arguments: 2...4) func `once each side has a value, each new one makes a combination`(arity: Int) {
        let sources = makeSources(arity)
        let recorder = ManyRecorder<Int>()
        combine(sources).subscribe(recorder)
        for source in sources {
            #expect(source.send(7) == .none)
            #expect(source.send(1) == .none)
        }
        sources[0].send(10)
        sources[arity - 1].send(100)
        let first = arity - 1 + 7
        #expect(recorder.events == ["CombineLatest", "\(first)", "\(arity)", "\(arity + 9)", "\(arity + 108)"])
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func `each side is asked for what downstream asks`(demand: Subscribers.Demand) {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        combine(sources).subscribe(recorder)
        #expect(sources.map(\.history) == [[], []])
        recorder.subscription?.request(demand)
        for source in sources {
            #expect(source.history == ["request \(demand)"])
            #expect(source.send(1) == .none)
        }
        recorder.subscription?.request(.max(2))
        for source in sources {
            #expect(source.history == ["request \(demand)", "request max(2)"])
        }
        #expect(recorder.events == ["CombineLatest", "2"])
    }

    @Test func `what is asked during a delivery is a request to every side`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(.max(10))
        recorder.onValue = { _ in
            recorder.subscription?.request(.max(666))
            return .none
        }
        combine(sources).subscribe(recorder)
        sources[0].send(1)
        #expect(sources[1].send(1) == .none)
        #expect(sources.map(\.history) == Array(repeating: ["request max(10)", "request max(666)"], count: 2))
    }

    @Test func `a combination that nobody asked for is not sent later either`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(.max(1))
        combine(sources).subscribe(recorder)
        sources[0].send(100)
        sources[1].send(1)
        sources[0].send(200)
        sources[1].send(2)
        recorder.subscription?.request(.max(1))
        #expect(recorder.events == ["CombineLatest", "101"])
        sources[1].send(3)
        #expect(recorder.events == ["CombineLatest", "101", "203"])
    }

    @Test func `the answer to a value allows for more combinations, and asks the sides for nothing`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(.max(1), onValue: { _ in .max(1) })
        combine(sources).subscribe(recorder)
        for value in [1, 10, 100] {
            sources[0].send(value)
            #expect(sources[1].send(value) == .none)
        }
        #expect(recorder.events == ["CombineLatest", "2", "11", "20", "110", "200"])
        #expect(sources.map(\.history) == [["request max(1)"], ["request max(1)"]])
    }

    @Test func `a value sent from inside a delivery is the latest of its side, and makes no combination`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>()
        recorder.onValue = { value in
            if value == 2 { sources[0].send(10) }
            return .none
        }
        combine(sources).subscribe(recorder)
        sources[0].send(1)
        sources[1].send(1)
        #expect(recorder.events == ["CombineLatest", "2"])
        sources[1].send(2)
        #expect(recorder.events == ["CombineLatest", "2", "12"])
    }

    @Test(arguments: 2...4) func `it finishes when all sides have, whether they had a value or not`(arity: Int) {
        let sources = makeSources(arity)
        let recorder = ManyRecorder<Int>()
        combine(sources).subscribe(recorder)
        sources[1].send(1)
        for source in sources {
            #expect(recorder.events == ["CombineLatest"])
            source.finish()
        }
        #expect(recorder.events == ["CombineLatest", "finished"])
        sources[0].fail()
        #expect(recorder.events == ["CombineLatest", "finished"])
        #expect(sources.allSatisfy { $0.history == ["request unlimited"] })
    }

    @Test func `the last value of a side that has finished goes on being combined`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>()
        combine(sources).subscribe(recorder)
        sources[0].send(100)
        sources[0].finish()
        sources[1].send(1)
        sources[1].send(2)
        sources[1].finish()
        #expect(recorder.events == ["CombineLatest", "101", "102", "finished"])
    }

    @Test func `a failure ends the stream at once and cancels the other sides`() {
        let sources = makeSources(3)
        let recorder = ManyRecorder<Int>()
        combine(sources).subscribe(recorder)
        sources[0].send(1)
        sources[1].fail()
        sources[1].fail()
        sources[2].send(1)
        #expect(recorder.events == ["CombineLatest", "failed"])
        #expect(sources.map(\.history.count) == [2, 1, 2])
        #expect(sources[0].history == ["request unlimited", "cancel"])
    }

    @Test func `a second subscription of a side is cancelled, and cancel reaches every side once`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        combine(sources).subscribe(recorder)
        let second = ManySubscription()
        sources[0].subscriber?.receive(subscription: second)
        #expect(second.history == ["cancel"])
        recorder.subscription?.cancel()
        recorder.subscription?.cancel()
        #expect(sources.map(\.history) == [["cancel"], ["cancel"]])
        recorder.subscription?.request(.max(1))
        sources[0].send(1)
        sources[1].send(1)
        sources[0].fail()
        #expect(recorder.events == ["CombineLatest"])
    }

    @Test func `a side that comes after the first request is asked for the same`() {
        let source = ManySource()
        let late = LateSource()
        let recorder = ManyRecorder<(Int, Int)>(.max(3))
        source.combineLatest(late).subscribe(recorder)
        #expect(source.history == ["request max(3)"])
        let subscription = ManySubscription()
        late.subscriber?.receive(subscription: subscription)
        #expect(subscription.history == ["request max(3)"])
    }

    @Test func `synchronous upstreams are combined with the last value of the first`() {
        var seen: [String] = []
        _ = (0..<1_000).publisher.combineLatest(["a", "b"].publisher, Just(true)).sink(
            receiveCompletion: { _ in seen.append("finished") }, receiveValue: { seen.append("\($0.0)\($0.1)") })
        #expect(seen == ["999b", "finished"])
    }

    @Test func `an end before all sides are subscribed to comes after the subscription`() {
        let source = ManySource()
        let failed = FailedSource()
        let recorder = ManyRecorder<(Int, Int)>()
        failed.combineLatest(source).subscribe(recorder)
        #expect(recorder.events == ["CombineLatest", "failed"])
        #expect(source.history == ["request unlimited", "cancel"])
    }

    @Test func `a demand of none traps`() async {
        await #expect(processExitsWith: .failure) {
            ManySource().combineLatest(ManySource()).subscribe(ManyRecorder<(Int, Int)>(Subscribers.Demand.none))
        }
    }

    @Test func `sides name their subscription`() {
        let source = ManySource()
        let recorder = ManyRecorder<(Int, Int)>(nil)
        source.combineLatest(ManySource()).subscribe(recorder)
        let side = source.subscriber
        #expect("\(side!)" == "CombineLatest")
        #expect(
            Mirror(reflecting: side!).descendant("parentSubscription") as? CombineIdentifier
                == recorder.subscription?.combineIdentifier)
        #expect(
            Mirror(reflecting: recorder.subscription!).children.map(\.label)
                == ["downstream", "upstreamSubscriptions", "demand", "buffers"])
    }

    @Test func `equal upstreams make equal publishers`() {
        #expect(Just(1).combineLatest(Just("a")) == Publishers.CombineLatest(Just(1), Just("a")))
        #expect(Just(1).combineLatest(Just("a")) != Publishers.CombineLatest(Just(1), Just("b")))
        #expect(Just(1).combineLatest(Just(2), Just(3)) == Publishers.CombineLatest3(Just(1), Just(2), Just(3)))
        #expect(
            Just(1).combineLatest(Just(2), Just(3), Just(4))
                != Publishers.CombineLatest4(Just(1), Just(2), Just(3), Just(5)))
    }

    @Test func `values of many threads are combined one at a time, each side's in order`() {
        let sources = makeSources(4)
        let count = 4_000
        var (latest, inside) = ([0, 0, 0, 0], false)
        let recorder = ManyRecorder<(Int, Int, Int, Int)>(onValue: { values in
            #expect(!inside)
            inside = true
            let new = [values.0, values.1, values.2, values.3]
            #expect(zip(latest, new).allSatisfy { $0 <= $1 })
            latest = new
            inside = false
            return .none
        })
        sources[0].combineLatest(sources[1], sources[2], sources[3]).subscribe(recorder)
        sendFromThreads(sources, count: count)
        #expect(latest == Array(repeating: count - 1, count: 4))
        #expect(recorder.events.last == "finished")
    }
}

/// A publisher that hands out no subscription before it is told to.
private final class LateSource: Publisher {
    typealias Output = Int
    typealias Failure = ManyError

    var subscriber: (any Subscriber<Int, ManyError>)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == ManyError {
        self.subscriber = subscriber
    }
}

/// A publisher that fails as soon as it is subscribed to.
private struct FailedSource: Publisher {
    typealias Output = Int
    typealias Failure = ManyError

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == ManyError {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(.oops))
    }
}
