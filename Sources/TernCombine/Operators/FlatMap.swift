extension Publishers {
    /// A publisher of the values of all publishers that a closure makes of upstream's values.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How many of the new publishers run at a time.
        public let maxPublishers: Subscribers.Demand
        /// Makes a publisher of upstream's value.
        public let transform: (Upstream.Output) -> NewPublisher

        @inlinable public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let inner = FlatMapInner<NewPublisher, Upstream.Output, S>(
                maxPublishers, transform, downstream: subscriber)
            subscriber.receive(subscription: inner)
            upstream.subscribe(inner)
        }
    }
}

extension Publisher {
    /// Publishes the values of all publishers that `transform` makes, as they come.
    ///
    /// With a finite demand, each new publisher is asked for one value at a time, and what is not wanted yet waits.
    /// - Parameter maxPublishers: how many of the new publishers run at a time; upstream is asked for no more.
    @inlinable @inline(__always) public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Publishes the values of all publishers that `transform` makes, as they come.
    /// - Parameter maxPublishers: how many of the new publishers run at a time; upstream is asked for no more.
    @inlinable @inline(__always) public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}
