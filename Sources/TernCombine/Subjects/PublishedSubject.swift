/// What is behind a `@Published` property: a subject that sends a value before it becomes current.
final class PublishedSubject<Value>: Subject {
    typealias Output = Value
    typealias Failure = Never

    let core: PublishedCore<Value>

    init(_ value: Value) {
        core = PublishedCore(value)
    }

    deinit {
        core.cancelUpstreams()
    }

    var value: Value {
        get { core.value }
        set { core.update(newValue) }
    }

    /// The publisher of the object that has the property.
    var objectWillChange: ObservableObjectPublisher? {
        get { core.objectWillChange { $0 } }
        set {
            let old = core.objectWillChange { publisher in
                defer { publisher = newValue }
                return publisher
            }
            withExtendedLifetime(old) {}
        }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
        DownstreamConduit.attach(subscriber, to: core, subject: self)
    }

    func send(subscription: any Subscription) {
        core.run(.upstream(subscription)) { core.add(subscription) }
    }

    func send(_ value: Value) {
        core.update(value)
    }

    func send(completion: Subscribers.Completion<Never>) {
        core.run(.completion(completion)) { core.complete(completion) }
    }
}

final class PublishedCore<Value>: SubjectCore<Value, Never> {
    // The count is of the values that were put in line by another thread than the delivering one. Those are current at
    // once, so that the thread reads what it wrote; the others become current after their delivery.
    private let current: Guarded<(value: Value, waiting: UInt)>
    /// Counts deliveries, from 1. Touched by the gate's owner only.
    private var version: UInt = 1

    let objectWillChange = Guarded<ObservableObjectPublisher?>(nil)

    init(_ value: Value) {
        current = Guarded((value, 0))
        super.init(name: "PublishedSubject", isAsking: true)
    }

    var value: Value { current { $0.value } }

    func update(_ value: Value) {
        let (entry, waiting, old) = current { current -> (Gate<Event>.Entry, UInt, Value?) in
            let entry = gate.enter(.value(value, version: current.waiting + 1))
            guard case .queued = entry else { return (entry, current.waiting, nil) }
            let old = current.value
            current = (value, current.waiting + 1)
            return (entry, current.waiting, old)
        }
        withExtendedLifetime(old) {
            follow(entry) { deliver(value, version: waiting) }
        }
    }

    /// Delivers a value, and then makes it current, unless another thread has set a later one.
    override func deliver(_ value: Value, version waiting: UInt) {
        objectWillChange { $0 }?.send()
        version += 1
        let version = version
        calling {
            forEach { conduit in
                guard conduit.demand != .none else { return }
                conduit.delivered = version
                conduit.offer(value)
            }
        }
        let old = current { current -> Value? in
            guard current.waiting == waiting else { return nil }
            defer { current.value = value }
            return current.value
        }
        withExtendedLifetime(old) {}
    }

    override func replay(to conduit: Conduit<Value, Never>) {
        guard conduit.delivered < version else { return }
        conduit.delivered = version
        let value = value
        calling {
            conduit.offer(value)
        }
    }
}

/// What `assign(to: &$property)` subscribes: hands the subscription to the property's subject, which cancels it when it
/// goes, and doesn't keep the subject.
struct PublishedSubscriber<Value>: Subscriber {
    typealias Input = Value
    typealias Failure = Never

    private weak let subject: PublishedSubject<Value>?
    let combineIdentifier = CombineIdentifier()

    init(_ subject: PublishedSubject<Value>) {
        self.subject = subject
    }

    func receive(subscription: any Subscription) {
        if let subject {
            subject.send(subscription: subscription)
        } else {
            subscription.cancel()
        }
    }

    func receive(_ input: Value) -> Subscribers.Demand {
        subject?.send(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
