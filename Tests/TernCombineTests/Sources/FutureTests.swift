import TernCombine
import Testing

@Suite struct FutureTests {
    typealias Oops = SourceTesting.Oops
    typealias Tracker = SourceTesting.Tracker<Int, Oops>
    typealias Sut = Future<Int, Oops>

    @Test func `the closure runs at once, and only once`() {
        var runs = 0
        let future = Sut { promise in
            runs += 1
            promise(.success(1))
        }
        #expect(runs == 1)
        for _ in 1...2 {
            let tracker = Tracker(onSubscription: { $0.request(.max(1)) })
            future.subscribe(tracker)
            #expect(tracker.events == [.subscription("Future"), .value(1), .completion(.finished)])
        }
        #expect(runs == 1)
    }

    @Test func `the first call of the promise counts, also one made from within the delivery`() {
        var promise: Sut.Promise?
        let future = Sut { promise = $0 }
        let tracker = Tracker(
            onSubscription: { $0.request(.unlimited) },
            onValue: {
                promise?(.success($0 + 1))
                return .none
            })
        future.subscribe(tracker)
        promise?(.success(42))
        promise?(.failure(Oops()))
        #expect(tracker.events == [.subscription("Future"), .value(42), .completion(.finished)])
    }

    @Test func `a value waits for demand, an error does not`() {
        var promise: Sut.Promise?
        let good = Sut { promise = $0 }
        let waiting = Tracker()
        good.subscribe(waiting)
        promise?(.success(42))
        #expect(waiting.events == [.subscription("Future")])
        waiting.subscription?.request(.max(1))
        #expect(waiting.events == [.subscription("Future"), .value(42), .completion(.finished)])

        let bad = Sut { promise = $0 }
        let early = Tracker()
        bad.subscribe(early)
        promise?(.failure(Oops()))
        let late = Tracker()
        bad.subscribe(late)
        for tracker in [early, late] {
            #expect(tracker.events == [.subscription("Future"), .completion(.failure(Oops()))])
        }
    }

    @Test func `nothing follows a cancel`() {
        var promise: Sut.Promise?
        let future = Sut { promise = $0 }
        let tracker = Tracker(onSubscription: { $0.request(.unlimited) })
        future.subscribe(tracker)
        tracker.subscription?.cancel()
        tracker.subscription?.cancel()
        tracker.subscription?.request(.max(1))
        promise?(.success(42))
        #expect(tracker.events == [.subscription("Future")])
    }

    @Test func `subscribers are served in the order in which they came`() {
        var promise: Sut.Promise?
        let future = Sut { promise = $0 }
        var order: [Int] = []
        let trackers = (0..<20).map { index in
            Tracker(
                onSubscription: { $0.request(.unlimited) },
                onValue: { _ in
                    order.append(index)
                    return .none
                })
        }
        trackers.forEach(future.subscribe)
        promise?(.success(1))
        #expect(order == Array(0..<20))
    }

    @Test(arguments: [0, 1, 2]) func `everything is let go at the end, and when cancelled`(reason: Int) {
        weak var future: Sut?
        weak var tracker: Tracker?
        weak var inner: AnyObject?
        do {
            var promise: Sut.Promise?
            let sut = Sut { promise = $0 }
            future = sut
            do {
                let subscriber = Tracker()
                tracker = subscriber
                // Not kept by the tracker, which would be a cycle.
                sut.subscribe(
                    AnySubscriber<Int, Oops>(
                        receiveSubscription: {
                            inner = $0 as AnyObject
                            $0.request(.max(1))
                        }, receiveValue: subscriber.receive, receiveCompletion: subscriber.receive(completion:)))
            }
            #expect(tracker != nil)
            switch reason {
            case 0: (inner as? any Subscription)?.cancel()
            case 1: promise?(.success(1))
            default: promise?(.failure(Oops()))
            }
            #expect(tracker == nil)
            #expect(inner == nil)
        }
        #expect(future == nil)
    }

    @Test func `a subscription shows its future, its downstream and whether there was demand`() throws {
        let tracker = Tracker()
        Sut { _ in }.subscribe(tracker)
        let children = SourceTesting.children(try #require(tracker.subscription))
        #expect(children.map { $0.prefix { $0 != ":" } } == ["parent", "downstream", "hasAnyDemand", "subject"])
        #expect(children[2] == "hasAnyDemand: false")
    }

    @Test func `a demand of none traps`() async {
        await #expect(processExitsWith: .failure) {
            Sut { _ in }.subscribe(Tracker(onSubscription: { $0.request(.none) }))
        }
    }

    @Test func `the value can be awaited, and its error is thrown`() async throws {
        #expect(await Future<Int, Never> { $0(.success(1)) }.value == 1)
        #expect(try await Sut { $0(.success(2)) }.value == 2)
        await #expect(throws: Oops.self) { try await Sut { $0(.failure(Oops())) }.value }
    }

    // Promises, as Apple's, are not Sendable; the test's hand-over is what is tested.
    private struct Handed: @unchecked Sendable {
        let call: () -> Void
    }

    @Test func `promises and subscriptions from many threads deliver one result, once, to each`() async {
        for round in 0..<200 {
            var promise: Sut.Promise?
            let future = Sut { promise = $0 }
            guard let promise else { return }
            let trackers = (0..<4).map { _ in Tracker(onSubscription: { $0.request(.max(1)) }) }
            let calls =
                trackers.map { tracker in Handed { future.subscribe(tracker) } }
                + (0..<2).map { index in Handed { promise(.success(round + index)) } }
            await withTaskGroup(of: Void.self) { group in
                for call in calls {
                    group.addTask { call.call() }
                }
            }
            #expect(Set(trackers.map(\.values)).count == 1)
            for tracker in trackers {
                #expect(tracker.events.count == 3)
                #expect(tracker.events.last == .completion(.finished))
            }
        }
    }

    @MainActor @Test func `a value that isn't Sendable can be awaited on the main actor`() async {
        final class Plain {
            let number = 1
        }
        let future = Future<Plain, Never> { $0(.success(Plain())) }
        #expect(await future.value.number == 1)
    }
}
