extension Publishers {
    /// A publisher of upstream's values that ends with what a closure makes of upstream's error.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        public let upstream: Upstream
        /// Makes an error of upstream's.
        public let transform: (Upstream.Failure) -> Failure

        @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.init(upstream: upstream, transform: map)
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(MapErrorInner(transform, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes the values, and ends with what `transform` makes of the error.
    @inlinable public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }
}

@usableFromInline struct MapErrorInner<Failure: Error, Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Input = Downstream.Input

    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Failure) -> Downstream.Failure
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(_ transform: @escaping (Failure) -> Downstream.Failure, downstream: Downstream) {
        self.downstream = downstream
        self.transform = transform
        combineIdentifier = CombineIdentifier()
    }

    @usableFromInline var name: String { "MapError" }

    @inlinable func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished:
            downstream.receive(completion: .finished)
        case .failure(let error):
            downstream.receive(completion: .failure(transform(error)))
        }
    }
}
