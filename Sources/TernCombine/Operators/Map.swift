extension Publishers {
    /// A publisher of what a closure makes of upstream's values.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Makes a value of upstream's.
        public let transform: (Upstream.Output) -> Output

        @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(MapInner(transform, downstream: subscriber))
        }
    }

    /// A publisher of what a closure makes of upstream's values; an error that it throws ends the stream.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Makes a value of upstream's, or throws.
        public let transform: (Upstream.Output) throws -> Output

        @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(FilterRelay(TryMapStrategy<Upstream, Output>(transform), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes what `transform` makes of each value.
    @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// Publishes what `transform` makes of each value; an error that it throws ends the stream.
    @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }

    /// Publishes `output` in place of each nil.
    @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}

extension Publishers.Map {
    /// Publishes what both closures make of a value, in one step.
    @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = self.transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
    }

    /// Publishes what both closures make of a value, in one step; an error ends the stream.
    @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}

extension Publishers.TryMap {
    /// Publishes what both closures make of a value, in one step.
    @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }

    /// Publishes what both closures make of a value, in one step; an error ends the stream.
    @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
    }
}

/// Hands upstream's own subscription through: one value goes out for each that comes in.
@usableFromInline struct MapInner<Input, Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(_ transform: @escaping (Input) -> Downstream.Input, downstream: Downstream) {
        self.downstream = downstream
        self.transform = transform
        combineIdentifier = CombineIdentifier()
    }

    @usableFromInline var name: String { "Map" }

    @inlinable func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(transform(input))
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

@usableFromInline struct TryMapStrategy<Upstream: Publisher, Output>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let transform: (Upstream.Output) throws -> Output

    @inlinable init(_ transform: @escaping (Upstream.Output) throws -> Output) {
        self.transform = transform
    }

    @usableFromInline static var name: String { "TryMap" }

    @inlinable func step(_ input: Upstream.Output) -> Step<Output, any Error> {
        do {
            return .pass(try transform(input))
        } catch {
            return .fail(error)
        }
    }
}
