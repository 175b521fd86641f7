import TernCombine
import Testing

struct ConcatenateTests {
    @Test func `the second is subscribed to when the first has finished, and asked for what is left`() {
        let (first, second) = (IntSource(), IntSource())
        let recorder = IntRecorder(.max(10)) { .max($0) }
        first.append(second).subscribe(recorder)
        #expect(first.send(3) == .max(3))
        #expect(second.subscriptions == 0)
        second.onSubscribe = { recorder.subscription?.request(.max(7)) }
        first.send(completion: .finished)
        first.send(completion: .finished)
        #expect(first.send(4) == .none)
        #expect(first.link?.calls == [.request(.max(10))])
        #expect(second.link?.calls == [.request(.max(19))])
        #expect(first.subscriber?.identifier == recorder.subscription?.combineIdentifier)
        #expect(second.subscriber?.identifier == recorder.subscription?.combineIdentifier)
        second.send(5)
        second.send(completion: .finished)
        #expect(recorder.events == [.subscription, .value(3), .value(5), .finished])
    }

    @Test func `values beyond the demand are dropped`() {
        let first = IntSource()
        let recorder = IntRecorder(.max(1))
        first.append().subscribe(recorder)
        #expect(first.send(1) == .none)
        #expect(first.send(2) == .none)
        #expect(recorder.values == [1])
    }

    @Test func `the first one's failure ends all`() {
        let (first, second) = (IntSource(), IntSource())
        let recorder = IntRecorder(.max(1))
        second.prepend(first).subscribe(recorder)
        first.send(completion: .failure(.oops))
        #expect(second.subscriptions == 0)
        #expect(recorder.events == [.subscription, .failure])
    }

    @Test func `cancelling reaches the one that is on, and lets the other go`() {
        let first = IntSource()
        weak var second: IntSource?
        let recorder = IntRecorder(.max(1))
        do {
            let source = IntSource()
            second = source
            first.append(source).subscribe(recorder)
        }
        #expect(second != nil)
        recorder.subscription?.cancel()
        first.send(completion: .finished)
        #expect(second == nil)
        #expect(first.link?.calls == [.request(.max(1)), .cancel])
        #expect(recorder.events == [.subscription])
        #expect("\(recorder.subscription!)" == "Concatenate")
    }

    @Test func `values and sequences go before and after`() {
        let recorder = FlatRecorder<Int, Never>(.unlimited)
        FlatSequence().prepend(1, 2).append([5]).append(6, 7).prepend(0...0).subscribe(recorder)
        #expect(recorder.values == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(recorder.events.last == .finished)
    }

    /// A sequence that the special overloads for sequences don't know.
    struct FlatSequence: Publisher {
        typealias Output = Int
        typealias Failure = Never

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            [3, 4].publisher.subscribe(subscriber)
        }
    }
}
