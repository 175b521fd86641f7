public import Synchronization

extension Publishers {
    /// A publisher of upstream's values from the time that another publisher has published one.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The publisher whose first value lets upstream's through.
        public let other: Other

        @inlinable public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let inner = DropUntilOutputInner(downstream: subscriber)
            subscriber.receive(subscription: inner)
            other.subscribe(DropUntilOutputTrigger<Other.Output, S>(inner))
            upstream.subscribe(inner)
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Drops this publisher's values until `publisher` has published one. They count as asked for. If `publisher` ends
    /// before, this ends with it.
    @inlinable @inline(__always) public func drop<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

/// Upstream's subscriber, and downstream's subscription.
///
/// As Apple's, it passes on every end: of the other publisher as long as that has published nothing, and of upstream.
@usableFromInline final class DropUntilOutputInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline struct State {
        @usableFromInline var subscription: (any Subscription)?
        @usableFromInline var connected = false
        @usableFromInline var other: (any Subscription)?
        /// What was asked for, less what was dropped.
        @usableFromInline var demand = Subscribers.Demand.none

        @inlinable init() {}
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let gate = Gate<Subscribers.Completion<Failure>>()
    @usableFromInline let triggered = Atomic<Bool>(false)
    @usableFromInline let cancelled = Atomic<Bool>(false)
    @usableFromInline let state = Guarded(State())

    @inlinable init(downstream: Downstream) {
        self.downstream = downstream
    }

    @usableFromInline var name: String { "DropUntilOutput" }

    @inlinable var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    @inlinable func receive(subscription: any Subscription) {
        let demand = state { state -> Subscribers.Demand? in
            guard !state.connected, !isCancelled else { return nil }
            state.connected = true
            state.subscription = subscription
            return state.demand
        }
        guard let demand else {
            subscription.cancel()
            return
        }
        if demand > 0 {
            subscription.request(demand)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard !isCancelled else { return .none }
        if triggered.load(ordering: .acquiring) {
            return downstream.receive(input)
        }
        // Traps when nothing was asked for, as Apple's does.
        state { $0.demand -= 1 }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        let (upstream, other) = state { state in
            defer {
                state.subscription = nil
                state.other = nil
            }
            return (state.subscription, state.other)
        }
        withExtendedLifetime(upstream) {}
        other?.cancel()
        end(completion)
    }

    @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
        gate.run(completion) { completion in
            if !isCancelled {
                downstream.receive(completion: completion)
            }
        }
    }

    @inlinable func connectOther(_ subscription: any Subscription) {
        let taken = state { state in
            guard state.other == nil, !isCancelled else { return false }
            state.other = subscription
            return true
        }
        if taken {
            subscription.request(.max(1))
        } else {
            subscription.cancel()
        }
    }

    @inlinable func trigger() {
        triggered.store(true, ordering: .releasing)
        withExtendedLifetime(takeOther()) {}
    }

    @inlinable func endOther(_ completion: Subscribers.Completion<Failure>) {
        withExtendedLifetime(takeOther()) {}
        guard !triggered.load(ordering: .acquiring) else { return }
        let subscription = state { $0.subscription.take() }
        subscription?.cancel()
        end(completion)
    }

    @inlinable func takeOther() -> (any Subscription)? {
        state { $0.other.take() }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        let subscription = state { state in
            state.demand += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    @inlinable func cancel() {
        let (upstream, other) = state { state in
            cancelled.store(true, ordering: .relaxed)
            defer {
                state.subscription = nil
                state.other = nil
            }
            return (state.subscription, state.other)
        }
        upstream?.cancel()
        other?.cancel()
    }
}

/// The subscriber of the publisher whose first value lets upstream's through.
@usableFromInline struct DropUntilOutputTrigger<Input, Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: DropUntilOutputInner<Downstream>

    @inlinable init(_ parent: DropUntilOutputInner<Downstream>) {
        self.parent = parent
    }

    @usableFromInline var name: String { parent.name }
    @usableFromInline var combineIdentifier: CombineIdentifier { parent.combineIdentifier }

    @inlinable func receive(subscription: any Subscription) {
        parent.connectOther(subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        parent.trigger()
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        parent.endOther(completion)
    }
}
