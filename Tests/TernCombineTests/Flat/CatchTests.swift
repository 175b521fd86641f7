import TernCombine
import Testing

struct CatchTests {
    @Test func `the second publisher is asked for what is left, and its values and end are passed on`() {
        let (first, second) = (IntSource(), IntSource())
        let recorder = IntRecorder(.max(4)) { _ in .max(1) }
        first.catch { _ in second }.subscribe(recorder)
        #expect(first.link?.calls == [.request(.max(4))])
        #expect(first.send(1) == .max(1))
        second.onSubscribe = { recorder.subscription?.request(.max(2)) }
        first.send(completion: .failure(.oops))
        #expect(first.link?.calls == [.request(.max(4))])
        #expect(second.link?.calls == [.request(.max(6))])
        second.send(2)
        recorder.subscription?.request(.max(1))
        #expect(second.link?.calls == [.request(.max(6)), .request(.max(1))])
        second.send(completion: .failure(.oops))
        second.send(completion: .finished)
        #expect(recorder.events == [.subscription, .value(1), .value(2), .failure])
    }

    @Test func `a finish is passed on, and cancelling reaches whichever publisher is on`() {
        let (first, second) = (IntSource(), IntSource())
        let recorders = [IntRecorder(.max(1)), IntRecorder(.max(1))]
        first.catch { _ in second }.subscribe(recorders[0])
        first.send(completion: .finished)
        first.send(completion: .failure(.oops))
        #expect(recorders[0].events == [.subscription, .finished])
        #expect(second.subscriptions == 0)

        let third = IntSource()
        third.catch { _ in second }.subscribe(recorders[1])
        third.send(completion: .failure(.oops))
        recorders[1].subscription?.cancel()
        second.send(completion: .finished)
        #expect(second.link?.calls == [.request(.max(1)), .cancel])
        #expect(recorders[1].events == [.subscription])
    }

    @Test func `what the handler throws ends the stream`() {
        let first = IntSource()
        let recorder = FlatRecorder<Int, any Error>(.unlimited)
        first.tryCatch { _ -> IntSource in throw FlatError(name: "again") }.subscribe(recorder)
        first.send(1)
        first.send(completion: .failure(.oops))
        first.send(completion: .failure(.oops))
        #expect(recorder.events == [.subscription, .value(1), .failure])
        #expect("\(recorder.subscription!)" == "TryCatch")
    }

    @Test func `it shows downstream and the demand`() throws {
        let first = IntSource()
        let recorder = IntRecorder(.max(3))
        first.catch { _ in IntSource() }.subscribe(recorder)
        let subscription = try #require(recorder.subscription)
        #expect("\(subscription)" == "Catch")
        let children = Array(Mirror(reflecting: subscription).children)
        #expect(children.map(\.label) == ["downstream", "demand"])
        #expect(children.last?.value as? Subscribers.Demand == .max(3))
    }

    @Test func `a value that was not asked for, and a second failure, trap`() async {
        await #expect(processExitsWith: .failure) {
            let first = IntSource()
            first.catch { _ in IntSource() }.subscribe(IntRecorder(nil))
            first.send(1)
        }
        await #expect(processExitsWith: .failure) {
            let first = IntSource()
            first.catch { _ in IntSource() }.subscribe(IntRecorder(nil))
            first.send(completion: .failure(.oops))
            first.send(completion: .failure(.oops))
        }
    }
}

struct RetryTests {
    @Test func `it subscribes at most once more than it retries, and asks for what is left`() {
        let source = IntSource()
        let recorder = IntRecorder(.max(5))
        source.retry(3).subscribe(recorder)
        for value in 1...4 {
            #expect(source.send(value) == .none)
            source.send(completion: .failure(.oops))
        }
        source.send(5)
        source.send(completion: .failure(.oops))
        #expect(source.subscriptions == 4)
        #expect(source.link?.calls == [.request(.max(5)), .request(.max(4)), .request(.max(3)), .request(.max(2))])
        #expect(recorder.events == [.subscription, .value(1), .value(2), .value(3), .value(4), .failure])
    }

    @Test func `a source that fails as it is subscribed to is tried again and again on one stack`() {
        let source = IntSource(nil)
        source.onSubscribe = {
            source.send(subscription: Subscriptions.empty)
            source.send(completion: .failure(.oops))
        }
        let recorder = IntRecorder(.unlimited)
        source.retry(100_000).subscribe(recorder)
        #expect(source.subscriptions == 100_001)
        #expect(recorder.events == [.subscription, .failure])
    }

    @Test func `more demand is asked of the subscription, and a negative number of retries never ends`() {
        let source = IntSource()
        let recorder = IntRecorder(.max(1)) { .max($0) }
        source.retry(-1).subscribe(recorder)
        (0..<100).forEach { _ in source.send(completion: .failure(.oops)) }
        #expect(source.subscriptions == 101)
        #expect(source.send(7) == .none)
        #expect(source.link?.calls.last == .request(.max(7)))
        source.send(completion: .finished)
        #expect(recorder.events == [.subscription, .value(7), .finished])
    }

    @Test func `cancelling lets downstream go, and ends it`() {
        let source = IntSource()
        weak var weakRecorder: IntRecorder?
        var subscription: (any Subscription)?
        do {
            let recorder = IntRecorder(.max(1))
            weakRecorder = recorder
            source.retry(3).subscribe(recorder)
            subscription = recorder.subscription
        }
        #expect(weakRecorder != nil)
        subscription?.cancel()
        subscription?.request(.max(3))
        #expect(weakRecorder == nil)
        #expect(source.send(1) == .none)
        source.send(completion: .failure(.oops))
        #expect(source.subscriptions == 1)
        #expect(source.link?.calls == [.request(.max(1)), .cancel])
    }

    @Test func `a value that was not asked for traps`() async {
        await #expect(processExitsWith: .failure) {
            let source = IntSource()
            source.retry(2).subscribe(IntRecorder(nil))
            source.send(1)
        }
    }
}
