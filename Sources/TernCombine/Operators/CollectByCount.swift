extension Publishers {
    /// A publisher of arrays of a given number of upstream's values, the last of which may be shorter.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How many values are in an array.
        public let count: Int

        @inlinable public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(CollectByCountInner<Upstream.Output, S>(count, downstream: subscriber))
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes arrays of `count` values; what is left at a good end makes a last, shorter one, and an error drops it.
    /// Upstream is asked for `count` values for each array that downstream asks for.
    @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

@usableFromInline final class CollectByCountInner<Input, Downstream: Subscriber>: Subscriber, Subscription, Inner
where Downstream.Input == [Input] {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let count: Int
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    // Touched by upstream's serial events only.
    @usableFromInline var buffer: [Input]

    @inlinable init(_ count: Int, downstream: Downstream) {
        self.count = count
        self.downstream = downstream
        buffer = []
    }

    @usableFromInline var name: String { "CollectByCount" }
    @usableFromInline var children: [Mirror.Child] {
        [
            ("downstream", downstream), ("upstreamSubscription", upstream.subscription as Any), ("buffer", buffer),
            ("count", count),
        ]
    }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen else {
            _ = takeBuffer()
            return .none
        }
        buffer.append(input)
        guard buffer.count >= count else { return .none }
        return downstream.receive(takeBuffer()) * count
    }

    @inlinable func takeBuffer() -> [Input] {
        let taken = buffer
        buffer = []
        return taken
    }

    // As with Apple's, an end is passed on whether or not there is a subscription, but the rest is only if there is.
    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        let subscription = upstream.disconnect()
        let rest = takeBuffer()
        withExtendedLifetime(subscription) {
            if case .finished = completion, subscription != nil, !rest.isEmpty {
                _ = downstream.receive(rest)
            }
            downstream.receive(completion: completion)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        upstream.subscription?.request(demand * count)
    }

    @usableFromInline func cancel() {
        upstream.disconnect()?.cancel()
    }
}
