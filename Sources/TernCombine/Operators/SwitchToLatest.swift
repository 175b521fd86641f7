public import Synchronization

extension Publishers {
    /// A publisher of the values of the latest of the publishers that upstream publishes.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        public typealias Output = P.Output
        public typealias Failure = P.Failure

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let inner = SwitchToLatestInner<P, S>(downstream: subscriber)
            subscriber.receive(subscription: inner)
            upstream.subscribe(inner)
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Publishes the values of the latest publisher that arrived. The one before it is cancelled, and what downstream
    /// still wants is asked of the new one.
    @inlinable @inline(__always) public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Publishes the values of the latest publisher that arrived. The one before it is cancelled, and what downstream
    /// still wants is asked of the new one.
    @inlinable @inline(__always) public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

/// Upstream's subscriber, and downstream's subscription. All that is not atomic belongs to the gate's owner.
@usableFromInline
final class SwitchToLatestInner<Child: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline enum Event {
        case child(Child)
        case completion(Subscribers.Completion<Failure>)
        case request(Subscribers.Demand)
        case cancel
        case sideSubscription(UInt, any Subscription)
        case sideValue(UInt, Child.Output)
        case sideCompletion(UInt, Subscribers.Completion<Failure>)
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let gate = Gate<Event>()
    @usableFromInline let cancelled = Atomic<Bool>(false)

    @usableFromInline var demand = Subscribers.Demand.none
    /// The number of the latest publisher, its subscription, and whether that is still to come.
    @usableFromInline var latest: UInt = 0
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var awaiting = false
    @usableFromInline var upstreamEnded = false
    @usableFromInline var ended = false

    @inlinable init(downstream: Downstream) {
        self.downstream = downstream
    }

    @usableFromInline var name: String { "SwitchToLatest" }

    @inlinable var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            subscription.request(.unlimited)
        }
    }

    @inlinable func receive(_ child: Child) -> Subscribers.Demand {
        if upstream.isOpen {
            run(.child(child))
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        run(.completion(completion))
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        run(.request(demand))
    }

    @inlinable func cancel() {
        cancelled.store(true, ordering: .relaxed)
        run(.cancel)
    }

    @inlinable func receive(_ value: Child.Output, from side: UInt) -> Subscribers.Demand {
        switch gate.enter(.sideValue(side, value)) {
        case .outermost:
            let more = deliver(value, from: side)
            gate.drain(perform)
            return more
        case .nested:
            return deliver(value, from: side)
        case .queued:
            return .none
        }
    }

    @inlinable func run(_ event: Event) {
        gate.run(event, perform: perform)
    }

    @inlinable func perform(_ event: Event) {
        switch event {
        case .child(let child):
            change(to: child)
        case .completion(let completion):
            complete(completion)
        case .request(let more):
            guard !isCancelled else { return }
            demand += more
            subscription?.request(more)
        case .cancel:
            subscription.take()?.cancel()
            upstream.cancel()
        case .sideSubscription(let side, let subscription):
            connect(side, to: subscription)
        case .sideValue(let side, let value):
            let more = deliver(value, from: side)
            if more > 0, side == latest {
                subscription?.request(more)
            }
        case .sideCompletion(let side, let completion):
            complete(side, with: completion)
        }
    }

    @inlinable func change(to child: Child) {
        guard !isCancelled, !upstreamEnded else { return }
        latest += 1
        let side = latest
        awaiting = true
        subscription.take()?.cancel()
        // Cancelling may have called back in, and brought a newer one or the end.
        if side == latest, !isCancelled {
            child.subscribe(SwitchToLatestSide(self, number: side))
        }
    }

    @inlinable func connect(_ side: UInt, to subscription: any Subscription) {
        guard side == latest, self.subscription == nil, !isCancelled else {
            subscription.cancel()
            return
        }
        self.subscription = subscription
        awaiting = false
        if demand > 0 {
            subscription.request(demand)
        }
    }

    @inlinable func deliver(_ value: Child.Output, from side: UInt) -> Subscribers.Demand {
        guard side == latest, !isCancelled else { return .none }
        // Traps when nothing was asked for, as Apple's does.
        demand -= 1
        let more = downstream.receive(value)
        demand += more
        return more
    }

    // Every end of upstream is passed on, a second one as well, as Apple's does; and values of the latest publisher that
    // come after upstream's failure, though it is cancelled.
    @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
        withExtendedLifetime(upstream.close()) {}
        upstreamEnded = true
        guard !isCancelled else { return }
        if case .failure = completion {
            ended = true
            subscription.take()?.cancel()
        } else if awaiting || subscription != nil {
            return
        }
        ended = true
        downstream.receive(completion: completion)
    }

    @inlinable func complete(_ side: UInt, with completion: Subscribers.Completion<Failure>) {
        guard side == latest, !isCancelled else { return }
        precondition(!awaiting, "a publisher completed before it sent a subscription")
        switch completion {
        case .finished:
            withExtendedLifetime(subscription.take()) {}
            guard upstreamEnded, !ended else { return }
            ended = true
            downstream.receive(completion: .finished)
        case .failure:
            guard !ended else { return }
            ended = true
            cancelled.store(true, ordering: .relaxed)
            withExtendedLifetime(subscription.take()) {}
            upstream.cancel()
            downstream.receive(completion: completion)
        }
    }
}

/// The subscriber of one of the publishers.
@usableFromInline final class SwitchToLatestSide<Child: Publisher, Downstream: Subscriber>: Subscriber, Inner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
    @usableFromInline let parent: SwitchToLatestInner<Child, Downstream>
    @usableFromInline let number: UInt

    @inlinable init(_ parent: SwitchToLatestInner<Child, Downstream>, number: UInt) {
        self.parent = parent
        self.number = number
    }

    @usableFromInline var name: String { "SwitchToLatest" }
    @usableFromInline var children: [Mirror.Child] { [("parentSubscription", parent.combineIdentifier)] }

    @inlinable func receive(subscription: any Subscription) {
        parent.run(.sideSubscription(number, subscription))
    }

    @inlinable func receive(_ value: Child.Output) -> Subscribers.Demand {
        parent.receive(value, from: number)
    }

    @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        parent.run(.sideCompletion(number, completion))
    }
}
