extension Publishers {
    /// A publisher of the values of any number of publishers, as they come. It ends when all have ended, or when one fails.
    ///
    /// Of no publishers it ends as soon as it is asked for a value.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let publishers: [Upstream]

        @inlinable public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        @inlinable public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let inner = MergeInner(count: publishers.count, downstream: subscriber)
            subscriber.receive(subscription: inner)
            for (index, publisher) in publishers.enumerated() {
                inner.attach(publisher, at: index)
            }
        }

        /// Publishes the values of these publishers and another as they come.
        @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
            Publishers.MergeMany(publishers + [other])
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the values of this publisher and another of the same type as they come.
    @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany([self, other])
    }
}
