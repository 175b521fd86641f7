/// A subject that hands each value on to the subscribers that are there and have asked for it, and keeps none.
///
/// Values may be sent from any thread. A value sent while another thread delivers is delivered by that thread, in turn.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline let core: SubjectCore<Output, Failure>

    @inlinable public init() {
        core = SubjectCore(name: "PassthroughSubject")
    }

    deinit {
        core.cancelUpstreams()
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        DownstreamConduit.attach(subscriber, to: core, subject: self)
    }

    /// Keeps `subscription` until the subject goes, and asks it for any number of values once a subscriber has asked.
    public func send(subscription: any Subscription) {
        core.run(.upstream(subscription)) { core.add(subscription) }
    }

    @inlinable public func send(_ input: Output) {
        core.send(input)
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        core.run(.completion(completion)) { core.complete(completion) }
    }
}
