extension Publisher where Failure == Never {
    /// Publishes the values of all publishers that `transform` makes, as they come; one that fails ends the stream.
    /// - Parameter maxPublishers: how many of the new publishers run at a time; upstream is asked for no more.
    @inlinable @inline(__always) public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }
}

extension Publisher {
    /// Publishes the values of all publishers that `transform` makes, as they come.
    /// - Parameter maxPublishers: how many of the new publishers run at a time; upstream is asked for no more.
    @inlinable @inline(__always) public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        let failure = Failure.self
        return Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers) {
            transform($0).setFailureType(to: failure)
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Publishes the values of the latest publisher that arrived. The one before it is cancelled, and what downstream
    /// still wants is asked of the new one.
    @inlinable @inline(__always) public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        let failure = Failure.self
        return Publishers.SwitchToLatest(upstream: map { $0.setFailureType(to: failure) })
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Publishes the values of the latest publisher that arrived; one that fails ends the stream. The one before it is
    /// cancelled, and what downstream still wants is asked of the new one.
    @inlinable @inline(__always) public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        Publishers.SwitchToLatest(upstream: setFailureType(to: Output.Failure.self))
    }
}
