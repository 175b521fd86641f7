public import Synchronization

extension Publishers {
    /// A publisher of upstream's values until another publisher has published one.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The publisher whose first value ends the stream.
        public let other: Other

        @inlinable public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let inner = PrefixUntilOutputInner(downstream: subscriber)
            other.subscribe(PrefixUntilOutputTerminator<Other.Output, Other.Failure, S>(inner))
            upstream.subscribe(inner)
        }
    }
}

extension Publisher {
    /// Publishes this publisher's values until `publisher` has published one, and finishes then. How that one ends makes
    /// no difference.
    @inlinable @inline(__always) public func prefix<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

/// Upstream's subscriber, and downstream's subscription. As Apple's, it shows itself as any object does.
@usableFromInline final class PrefixUntilOutputInner<Downstream: Subscriber>: Subscriber, Subscription {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline enum Event {
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
        case termination
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let terminator = UpstreamLink()
    @usableFromInline let gate = Gate<Event>()
    @usableFromInline let ended = Atomic<Bool>(false)

    @inlinable init(downstream: Downstream) {
        self.downstream = downstream
    }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        switch gate.enter(.value(input)) {
        case .outermost:
            let more = deliver(input)
            gate.drain(perform)
            return more
        case .nested:
            return deliver(input)
        case .queued:
            return .none
        }
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        gate.run(.completion(completion), perform: perform)
    }

    @inlinable func perform(_ event: Event) {
        switch event {
        case .value(let value):
            let more = deliver(value)
            if more > 0 {
                upstream.subscription?.request(more)
            }
        case .completion(let completion):
            let subscription = upstream.close()
            terminator.cancel()
            if subscription != nil, !ended.exchange(true, ordering: .relaxed) {
                downstream.receive(completion: completion)
            }
        case .termination:
            // Upstream may not have sent its subscription yet: the end comes all the same.
            guard !ended.exchange(true, ordering: .relaxed) else { return }
            upstream.cancel()
            downstream.receive(completion: .finished)
        }
    }

    @inlinable func deliver(_ value: Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        return downstream.receive(value)
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    @inlinable func cancel() {
        ended.store(true, ordering: .relaxed)
        upstream.cancel()
        terminator.cancel()
    }
}

/// The subscriber of the publisher whose first value ends the stream.
@usableFromInline struct PrefixUntilOutputTerminator<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
    @usableFromInline let parent: PrefixUntilOutputInner<Downstream>

    @inlinable init(_ parent: PrefixUntilOutputInner<Downstream>) {
        self.parent = parent
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { parent.combineIdentifier }

    @inlinable func receive(subscription: any Subscription) {
        if parent.terminator.connect(subscription) {
            subscription.request(.max(1))
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        if parent.terminator.isOpen, parent.terminator.close() != nil {
            parent.gate.run(.termination, perform: parent.perform)
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        withExtendedLifetime(parent.terminator.close()) {}
    }
}
