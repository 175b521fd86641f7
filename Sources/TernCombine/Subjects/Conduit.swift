public import Synchronization

/// A subject's link to one of its subscribers, whatever its type.
///
/// The subject keeps its conduits in a list threaded through them, and touches all that isn't atomic or guarded here
/// only as the owner of its gate; that is why the compiler's checks for exclusive access are left out.
@usableFromInline class Conduit<Output, Failure: Error>: Subscription, Inner {
    @usableFromInline let core: SubjectCore<Output, Failure>
    /// The subject, kept alive until the conduit closes: whoever takes it closes the conduit.
    @usableFromInline let subject: Guarded<AnyObject?>
    /// Looked at before each delivery, so that none begins after `cancel()`, on whichever thread that was.
    @usableFromInline let closed = Atomic<Bool>(false)

    /// Hands the subscriber a value. A method of the subclass would be compiled once for all types; this closure, which
    /// captures nothing, is compiled where the types are known.
    @usableFromInline let receive: (Conduit, Output) -> Subscribers.Demand

    @exclusivity(unchecked) @usableFromInline final var demand = Subscribers.Demand.none
    /// The version of a current value that was delivered last, and the one that a request had replayed.
    @exclusivity(unchecked) @usableFromInline final var delivered: UInt = 0
    @exclusivity(unchecked) @usableFromInline final var replayed: UInt = 0

    @exclusivity(unchecked) @usableFromInline final var previous: Unmanaged<Conduit>?
    @exclusivity(unchecked) @usableFromInline final var next: Unmanaged<Conduit>?
    @exclusivity(unchecked) @usableFromInline final var nextRetired: Unmanaged<Conduit>?

    @inlinable init(
        _ core: SubjectCore<Output, Failure>, subject: AnyObject,
        receive: @escaping (Conduit, Output) -> Subscribers.Demand
    ) {
        self.core = core
        self.receive = receive
        self.subject = Guarded(subject)
    }

    /// Hands the subscriber a value if it asked for one.
    @inlinable final func offer(_ value: Output) {
        guard demand != .none, !isClosed else { return }
        demand -= 1
        // Not in one expression: what is asked for within the call counts as well.
        let more = receive(self, value)
        demand += more
    }

    // What the owner of the gate does, each answered by the subclass that knows the subscriber.

    /// Hands the subscriber its subscription.
    @usableFromInline func attach(_ subscription: any Subscription) { fatalError("a subclass answers") }
    /// Hands the subscriber the end.
    @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) { fatalError("a subclass answers") }
    /// Lets go of the subscriber. Called once, after the conduit was closed.
    @usableFromInline func releaseDownstream() { fatalError("a subclass answers") }
    /// The subscriber, to be shown. Called while the conduit can't close.
    @usableFromInline var shownDownstream: Any { fatalError("a subclass answers") }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        let demand = core.accept(demand)
        core.run(.request(self, demand)) { core.request(self, demand) }
    }

    @usableFromInline func cancel() {
        guard let subject = close() else { return }
        withExtendedLifetime(subject) {
            core.run(.retire(self)) { core.retire(self) }
        }
    }

    @inlinable final var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Closes the conduit. Returns the subject if this call is the one that did.
    final func close() -> AnyObject? {
        let subject = subject.take()
        if subject != nil {
            closed.store(true, ordering: .releasing)
        }
        return subject
    }

    @usableFromInline final var name: String { core.name }
    @usableFromInline final var children: [Mirror.Child] {
        let (subject, downstream) = subject { subject in (subject, subject.map { _ in shownDownstream }) }
        return core.children(subject: subject, downstream: downstream, demand: demand)
    }
}

@usableFromInline final class DownstreamConduit<Downstream: Subscriber>: Conduit<Downstream.Input, Downstream.Failure> {
    // Unmanaged, so that a delivery calls the subscriber without retaining it. It is held until `releaseDownstream()`,
    // which comes after the close and when no delivery is under way.
    @usableFromInline let held: Unmanaged<Held<Downstream>>

    @inlinable init(
        _ core: SubjectCore<Downstream.Input, Downstream.Failure>, subject: AnyObject, downstream: Downstream
    ) {
        held = .passRetained(Held(downstream))
        super.init(core, subject: subject) { conduit, value in
            unsafeDowncast(conduit, to: DownstreamConduit.self).held._withUnsafeGuaranteedRef {
                $0.value.receive(value)
            }
        }
    }

    @usableFromInline var downstream: Downstream { held._withUnsafeGuaranteedRef { $0.value } }

    /// Subscribes: makes a conduit between the two.
    @inlinable static func attach(
        _ downstream: Downstream, to core: SubjectCore<Downstream.Input, Downstream.Failure>, subject: AnyObject
    ) {
        let conduit = DownstreamConduit(core, subject: subject, downstream: downstream)
        core.run(.attach(conduit)) {
            core.attach(conduit) { downstream.receive(subscription: conduit) }
        }
    }

    @usableFromInline override func attach(_ subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @usableFromInline override func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }

    @usableFromInline override func releaseDownstream() {
        held.release()
    }

    @usableFromInline override var shownDownstream: Any { downstream }
}

/// A value in an object of its own, to be let go before the one that holds it.
@usableFromInline final class Held<Value> {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) {
        self.value = value
    }
}
