import TernCombine
import Testing

private class Model: ObservableObject {
    @Published var count: Int
    var plain = 0
    let constant = Published(initialValue: 1)

    init(count: Int = 0) {
        self.count = count
    }
}

private final class Derived<Value>: Model {
    @Published var other: Value

    init(_ other: Value) {
        self.other = other
        super.init()
    }
}

private class Base {
    @Published var inherited = 1
}

private final class ObservedDerived: Base, ObservableObject {}

private final class Bare: ObservableObject {}

@Suite struct PublishedTests {
    @Test func `a property publishes its value and then each new one, before it has it`() {
        let model = Model(count: 20)
        var seen: [[Int]] = []
        let cancellable = model.$count.sink { seen.append([$0, model.count]) }
        model.count = 25
        #expect(seen == [[20, 20], [25, 20]])
        #expect(model.count == 25)
        cancellable.cancel()
        model.count = 26
        #expect(seen.count == 2)
    }

    @Test func `a subscriber that fell behind gets the current value at its request`() {
        let model = Model()
        let recorder = Recorder<Int, Never>(asking: .max(1))
        model.$count.subscribe(recorder)
        model.count = 1
        model.count = 2
        recorder.subscriptions[0].request(.max(1))
        recorder.subscriptions[0].request(.max(1))
        #expect(recorder.history == [.subscription("PublishedSubject"), .value(0), .value(2)])
        model.count = 3
        #expect(recorder.values == [0, 2, 3])
    }

    @Test func `what is assigned to a property ends with its object`() {
        let source = CurrentValueSubject<Int, Never>(7)
        let recorder = RecordingSubscription()
        weak var weakModel: Model?
        do {
            let model = Model()
            weakModel = model
            source.assign(to: &model.$count)
            #expect(model.count == 7)
            source.send(8)
            #expect(model.count == 8)
            SubjectUpstream<Never>(recorder).assign(to: &model.$count)
            #expect(recorder.history == [.requested(.unlimited)])
        }
        #expect(weakModel == nil)
        #expect(recorder.history == [.requested(.unlimited), .cancelled])
        source.send(9)
    }

    @Test func `an object that is gone leaves its property's subscribers without an end`() {
        let recorder = Recorder<Int, Never>(asking: .unlimited)
        do {
            let model = Model()
            model.$count.subscribe(recorder)
            model.count = 1
        }
        #expect(recorder.history == [.subscription("PublishedSubject"), .value(0), .value(1)])
        recorder.subscriptions[0].cancel()
    }
}

@Suite struct ObservableObjectTests {
    @Test func `an object says that it will change, whatever was asked for`() {
        let model = Model()
        var seen: [Int] = []
        let recorder = Signals()
        model.objectWillChange.subscribe(recorder)
        let cancellable = model.objectWillChange.sink { seen.append(model.count) }
        #expect(recorder.name == "ObservableObjectPublisher")
        model.count = 1
        #expect(recorder.count == 0)
        recorder.subscription?.request(.max(1))
        model.count += 1
        model.count += 1
        model.plain = 1
        #expect(recorder.count == 2)
        #expect(seen == [0, 1, 2])
        recorder.subscription?.cancel()
        model.count += 1
        #expect(recorder.count == 2)
        cancellable.cancel()
    }

    @Test func `properties of superclasses and generic classes count`() {
        let derived = Derived("a")
        var count = 0
        let cancellable = derived.objectWillChange.sink { count += 1 }
        derived.other = "b"
        derived.count = 5
        #expect(count == 2)
        let observed = ObservedDerived()
        let other = observed.objectWillChange.sink { count += 1 }
        observed.inherited += 1
        #expect(count == 3)
        withExtendedLifetime((cancellable, other)) {}
    }

    @Test func `the publisher is the same for as long as the object lives`() {
        let bare = Bare()
        var count = 0
        let cancellable = bare.objectWillChange.sink { count += 1 }
        bare.objectWillChange.send()
        #expect(count == 1)
        #expect(bare.objectWillChange === bare.objectWillChange)
        let others = (0..<1_000).map { _ in Bare() }
        #expect(Set(others.map { ObjectIdentifier($0.objectWillChange) }).count == 1_000)
        for _ in 0..<1_000 { _ = Bare().objectWillChange }
        bare.objectWillChange.send()
        #expect(count == 2)
        withExtendedLifetime((cancellable, others)) {}
    }

    @Test func `a publisher that goes lets its subscribers go, without an end`() {
        weak var weakSignals: Signals?
        var subscription: (any Subscription)?
        do {
            let publisher = ObservableObjectPublisher()
            let signals = Signals()
            weakSignals = signals
            publisher.subscribe(signals)
            subscription = signals.subscription
            #expect(subscription.map { shown($0) } == ["downstream: some"])
        }
        #expect(weakSignals == nil)
        subscription?.request(.unlimited)
        subscription?.cancel()
    }
}

private final class Signals: Subscriber {
    typealias Input = Void
    typealias Failure = Never

    var subscription: (any Subscription)?
    var count = 0
    var name: String { subscription.map { String(describing: $0) } ?? "" }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
    }

    func receive(_ input: Void) -> Subscribers.Demand {
        count += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
