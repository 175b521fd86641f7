import TernCombine
import Testing

/// Sink, Assign and AnySubscriber.
@Suite struct SubscriberTests {
    typealias Oops = SourceTesting.Oops
    typealias Upstream = SourceTesting.Upstream

    final class Object {
        var value = 0
    }

    final class Canary {
        let onDeinit: () -> Void
        init(_ onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
        deinit { onDeinit() }
        func touch() {}
    }

    @Test func `a sink and an assignment take one subscription, ask for everything, and cancel any other`() {
        let object = Object()
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        let assign = Subscribers.Assign(object: object, keyPath: \.value)
        func check<S: Subscriber & Cancellable>(_ subscriber: S) where S.Failure == Never {
            let first = Upstream()
            subscriber.receive(subscription: first)
            #expect(first.calls == [.request(.unlimited)])
            let second = Upstream()
            subscriber.receive(subscription: second)
            #expect(second.calls == [.cancel])
            subscriber.receive(completion: .finished)
            #expect(first.calls == [.request(.unlimited)])
            let third = Upstream()
            subscriber.receive(subscription: third)
            #expect(third.calls == [.cancel])
            subscriber.cancel()
            #expect(first.calls == [.request(.unlimited)])
        }
        check(sink)
        check(assign)
    }

    @Test func `they describe themselves as Apple's do`() {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(sink.description == "Sink")
        #expect(sink.playgroundDescription as? String == "Sink")
        #expect(sink.customMirror.children.isEmpty)

        let object = Object()
        let assign = Subscribers.Assign(object: object, keyPath: \.value)
        #expect(assign.description == "Assign Object.")
        #expect(assign.playgroundDescription as? String == "Assign Object.")
        let children = Array(assign.customMirror.children)
        #expect(children.map(\.label) == ["object", "keyPath", "status"])
        #expect(children[0].value as? Object === object)
        #expect(children[1].value as? ReferenceWritableKeyPath<Object, Int> == \.value)
    }

    @Test func `a sink takes a value before its subscription, and an assignment does not`() {
        var value = 0
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { value = $0 })
        #expect(sink.receive(12) == .none)
        #expect(value == 12)
        let object = Object()
        #expect(Subscribers.Assign(object: object, keyPath: \.value).receive(12) == .none)
        #expect(object.value == 0)
    }

    @Test func `a sink completes once, also when completed from within`() {
        var completions = 0
        var sink: Subscribers.Sink<Int, Oops>?
        sink = Subscribers.Sink(
            receiveCompletion: {
                completions += 1
                sink?.receive(completion: $0)
            }, receiveValue: { _ in completions += 100 })
        sink?.receive(completion: .finished)
        sink?.receive(completion: .failure(Oops()))
        #expect(sink?.receive(1) == Subscribers.Demand.none)
        #expect(completions == 1)
    }

    @Test(arguments: [true, false], [true, false])
    func `a sink lets its closures go at its end; without a subscription a cancel keeps them`(
        subscribed: Bool, cancelled: Bool
    ) {
        var released = 0
        var values = 0
        let sink: Subscribers.Sink<Int, Never>
        do {
            let canary = Canary { released += 1 }
            sink = Subscribers.Sink(
                receiveCompletion: { _ in canary.touch() },
                receiveValue: { _ in
                    canary.touch()
                    values += 1
                })
        }
        if subscribed {
            sink.receive(subscription: Upstream())
        }
        if cancelled {
            sink.cancel()
        } else {
            sink.receive(completion: .finished)
        }
        #expect(released == (subscribed || !cancelled ? 1 : 0))
        _ = sink.receive(1)
        #expect(values == 0)
        let late = Upstream()
        sink.receive(subscription: late)
        #expect(late.calls == [.cancel])
    }

    @Test func `an assignment writes until the end, and then lets the object go`() {
        weak var object: Object?
        let driver = SourceTesting.Driver<Int, Never>(Upstream())
        let assignment: AnyCancellable
        do {
            let strong = Object()
            object = strong
            assignment = driver.assign(to: \.value, on: strong)
            #expect(driver.subscriber?.receive(42) == Subscribers.Demand.none)
            #expect(strong.value == 42)
        }
        #expect(object != nil)
        driver.subscriber?.receive(completion: .finished)
        #expect(object == nil)
        #expect(driver.subscriber?.receive(1) == Subscribers.Demand.none)
        assignment.cancel()
    }

    @Test func `an assignment that is cancelled cancels its subscription and writes no more`() {
        let upstream = Upstream()
        let driver = SourceTesting.Driver<Int, Never>(upstream)
        let object = Object()
        do {
            _ = driver.assign(to: \.value, on: object)
        }
        _ = driver.subscriber?.receive(1)
        #expect(object.value == 0)
        #expect(upstream.calls == [.request(.unlimited), .cancel])
    }

    @Test func `an erased subscriber passes everything on and looks like the one it hides`() {
        let tracker = SourceTesting.Tracker<Int, Oops>(onValue: { .max($0) })
        let erased = AnySubscriber(AnySubscriber(tracker))
        #expect(erased.combineIdentifier == tracker.combineIdentifier)
        erased.receive(subscription: Subscriptions.empty)
        #expect(erased.receive(3) == .max(3))
        erased.receive(completion: .failure(Oops()))
        #expect(tracker.events == [.subscription("Empty"), .value(3), .completion(.failure(Oops()))])
        #expect(Mirror(reflecting: erased).subjectType is SourceTesting.Tracker<Int, Oops>.Type)
        let sink = Subscribers.Sink<Int, Oops>(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(AnySubscriber(sink).description == "Sink")
        #expect(AnySubscriber(sink).playgroundDescription as? String == "Sink")
    }

    @Test func `a subscriber of closures, or of none, asks for nothing by itself`() {
        let empty = AnySubscriber<Int, Oops>()
        #expect(empty.description == "Anonymous AnySubscriber")
        #expect(empty.playgroundDescription as? String == "Anonymous AnySubscriber")
        #expect(Mirror(reflecting: empty).subjectType is String.Type)
        #expect(empty.combineIdentifier == empty.combineIdentifier)
        let upstream = Upstream()
        empty.receive(subscription: upstream)
        #expect(upstream.calls == [])
        #expect(empty.receive(1) == .none)
        empty.receive(completion: .finished)

        var completed = false
        let closures = AnySubscriber<Int, Oops>(
            receiveSubscription: { $0.request(.max(2)) }, receiveValue: { .max($0) },
            receiveCompletion: { _ in completed = true })
        closures.receive(subscription: upstream)
        #expect(upstream.calls == [.request(.max(2))])
        #expect(closures.receive(3) == .max(3))
        closures.receive(completion: .finished)
        #expect(completed)
    }
}
