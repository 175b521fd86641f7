/// A subject with a current value, which a new subscriber receives first.
///
/// Values may be sent from any thread. A value sent while another thread delivers is current at once; that thread
/// delivers it, in turn. A subscriber that hasn't asked for a value when it is sent gets the value current at its next request.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    @usableFromInline let core: CurrentValueCore<Output, Failure>

    /// Begins with `value` as the current value.
    @inlinable public init(_ value: Output) {
        core = CurrentValueCore(value, name: "CurrentValueSubject")
    }

    deinit {
        core.cancelUpstreams()
    }

    /// The current value. Setting it sends it; after the end, it is only set.
    public var value: Output {
        @inlinable get { core.value }
        @inlinable set { core.update(newValue, isSetting: true) }
    }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        DownstreamConduit.attach(subscriber, to: core, subject: self)
    }

    /// Keeps `subscription` until the subject goes, and asks it for any number of values.
    public func send(subscription: any Subscription) {
        core.run(.upstream(subscription)) { core.add(subscription) }
    }

    /// Makes `input` the current value, and sends it. After the end, nothing changes.
    @inlinable public func send(_ input: Output) {
        core.update(input)
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        core.finish(completion)
    }
}
