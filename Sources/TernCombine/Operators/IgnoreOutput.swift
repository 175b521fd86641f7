extension Publishers {
    /// A publisher of upstream's end alone.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Never, S.Failure == Failure {
            upstream.subscribe(IgnoreOutputInner<Upstream, S>(downstream: subscriber))
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops all values, and passes on only how the stream ends. Upstream is asked for any number of values.
    @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}

@usableFromInline
final class IgnoreOutputInner<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Input == Never, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()

    @inlinable init(downstream: Downstream) {
        self.downstream = downstream
    }

    @usableFromInline var name: String { "IgnoreOutput" }
    @usableFromInline var children: [Mirror.Child] { [("downstream", downstream), ("status", upstream.status)] }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
            subscription.request(.unlimited)
        }
    }

    @inlinable func receive(_ input: Upstream.Output) -> Subscribers.Demand { .none }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.isOpen, upstream.close() != nil {
            downstream.receive(completion: completion)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        // Upstream has been asked for everything already, and no value will ever be passed on.
    }

    @usableFromInline func cancel() {
        if !upstream.isWaiting {
            upstream.cancel()
        }
    }
}
