extension Publishers {
    /// A publisher that cannot fail, seen as one that can.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        public typealias Output = Upstream.Output

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(SetFailureTypeInner(downstream: subscriber))
        }

        /// The same publisher, seen as one that fails with another type.
        @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// The same values, seen as from a publisher that can fail, to be combined with such.
    @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

@usableFromInline struct SetFailureTypeInner<Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Never

    @usableFromInline let downstream: Downstream
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(downstream: Downstream) {
        self.downstream = downstream
        combineIdentifier = CombineIdentifier()
    }

    @usableFromInline var name: String { "SetFailureType" }

    @inlinable func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    @inlinable func receive(completion: Subscribers.Completion<Never>) {
        downstream.receive(completion: .finished)
    }
}
