import Testing
import TernCombine

/// Sources of values that are there already: Just, Optional, Result, Empty, Fail, Deferred.
@Suite struct SourceTests {
    typealias Oops = SourceTesting.Oops
    typealias Tracker = SourceTesting.Tracker
    typealias Event = SourceTesting.Event<Int, Never>

    @Test func `a value waits for demand, comes once, and the end follows at once`() {
        let expected: [String: [Event]] = [
            "Just": [.subscription("Just"), .value(42), .completion(.finished)],
            "Optional": [.subscription("Optional"), .value(42), .completion(.finished)],
            "Once": [.subscription("Once"), .value(42), .completion(.finished)],
        ]
        for (name, publisher) in [
            ("Just", Just(42).eraseToAnyPublisher()), ("Optional", Optional(42).publisher.eraseToAnyPublisher()),
            ("Once", Result<Int, Never>.success(42).publisher.eraseToAnyPublisher()),
        ] {
            let tracker = Tracker<Int, Never>()
            publisher.subscribe(tracker)
            #expect(tracker.events == [.subscription(name)])
            #expect(SourceTesting.children(tracker.subscription as Any).count == 1)
            tracker.subscription?.request(.max(100))
            tracker.subscription?.request(.max(1))
            #expect(tracker.events == expected[name])
        }
    }

    @Test func `a subscription to a value shows the value without a label`() throws {
        let tracker = Tracker<Int, Never>()
        Just(42).subscribe(tracker)
        #expect(SourceTesting.children(try #require(tracker.subscription)) == ["_: 42"])
    }

    @Test func `a subscription that was cancelled delivers nothing and lets the subscriber go`() {
        var released = 0
        do {
            let tracker = Tracker<Int, Never>(
                onSubscription: {
                    $0.cancel()
                    $0.request(.max(1))
                }, onDeinit: { released += 1 })
            Just(42).subscribe(tracker)
            #expect(tracker.events == [.subscription("Just")])
        }
        #expect(released == 1)
    }

    @Test func `a request from within the delivery changes nothing`() {
        let tracker = Tracker<Int, Never>()
        tracker.onSubscription = { $0.request(.unlimited) }
        tracker.onValue = { [unowned tracker] _ in
            tracker.subscription?.request(.unlimited)
            return .max(1)
        }
        Optional(1).publisher.subscribe(tracker)
        #expect(tracker.events == [.subscription("Optional"), .value(1), .completion(.finished)])
    }

    @Test func `a demand of none traps`() async {
        await #expect(processExitsWith: .failure) {
            Just(1).subscribe(Tracker<Int, Never>(onSubscription: { $0.request(.none) }))
        }
        await #expect(processExitsWith: .failure) {
            Result<Int, Oops>.success(1).publisher.subscribe(Tracker(onSubscription: { $0.request(.none) }))
        }
    }

    @Test func `without a value the end comes at once, with the empty subscription`() {
        let none = Tracker<Int, Never>()
        Int?.none.publisher.subscribe(none)
        #expect(none.events == [.subscription("Empty"), .completion(.finished)])

        let failed = Tracker<Int, Oops>()
        Result<Int, Oops>.failure(Oops()).publisher.subscribe(failed)
        #expect(failed.events == [.subscription("Empty"), .completion(.failure(Oops()))])

        let fail = Tracker<Int, Oops>(onSubscription: { $0.cancel() })
        Fail(error: Oops()).subscribe(fail)
        #expect(fail.events == [.subscription("Empty"), .completion(.failure(Oops()))])
        #expect(Fail(outputType: Int.self, failure: Oops()) == Fail(error: Oops()))

        let empty = Tracker<Int, Oops>()
        Empty().subscribe(empty)
        #expect(empty.events == [.subscription("Empty"), .completion(.finished)])

        let never = Tracker<Int, Oops>()
        Empty(completeImmediately: false, outputType: Int.self, failureType: Oops.self).subscribe(never)
        #expect(never.events == [.subscription("Empty")])
        #expect(Empty<Int, Oops>() != Empty(completeImmediately: false))
    }

    @Test func `a deferred publisher is made for each subscriber, and not before`() {
        var made = 0
        let deferred = Deferred { () -> Just<Int> in
            made += 1
            return Just(made)
        }
        #expect(made == 0)
        for round in 1...2 {
            let tracker = Tracker<Int, Never>(onSubscription: { $0.request(.unlimited) })
            deferred.subscribe(tracker)
            #expect(tracker.events == [.subscription("Just"), .value(round), .completion(.finished)])
        }
    }
}
