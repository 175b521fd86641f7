/// A publisher that says that an object is about to change. Whoever has asked it for anything is told of every change.
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    private let core = ObservableObjectCore(name: "ObservableObjectPublisher")

    public init() {}

    deinit {
        core.run(.dismiss) { core.dismiss() }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        // A subscription doesn't keep the publisher.
        DownstreamConduit.attach(subscriber, to: core, subject: core)
    }

    /// Tells the subscribers of a change.
    public func send() {
        core.send(())
    }
}

private final class ObservableObjectCore: SubjectCore<Void, Never> {
    override func accept(_ demand: Subscribers.Demand) -> Subscribers.Demand { .unlimited }

    override func children(subject: AnyObject?, downstream: Any?, demand: Subscribers.Demand) -> [Mirror.Child] {
        [("downstream", downstream as Any)]
    }
}
