extension Publishers {
    /// A publisher of what a closure makes of upstream's values, without the nils.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Makes a value of upstream's, or nil to drop it.
        public let transform: (Upstream.Output) -> Output?

        @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(FilterRelay(CompactMapStrategy<Upstream, Output>(transform), downstream: subscriber))
        }
    }

    /// A publisher of what a closure makes of upstream's values, without the nils; an error that it throws ends the
    /// stream.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Makes a value of upstream's, or nil to drop it, or throws.
        public let transform: (Upstream.Output) throws -> Output?

        @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(FilterRelay(TryCompactMapStrategy<Upstream, Output>(transform), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes what `transform` makes of each value, unless it is nil. Each nil is made up for by asking upstream
    /// for
    /// one more.
    @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Publishes what `transform` makes of each value, unless it is nil; an error that it throws ends the stream.
    @inlinable public func tryCompactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.CompactMap {
    /// Publishes what both closures make of a value, unless it is nil, in one step.
    @inlinable public func compactMap<T>(
        _ transform: @escaping (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
    }

    /// Publishes what both closures make of a value, unless the first makes it nil, in one step.
    @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
    }
}

extension Publishers.TryCompactMap {
    /// Publishes what both closures make of a value, unless it is nil, in one step; an error ends the stream.
    @inlinable public func compactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(transform) }
    }
}

@usableFromInline struct CompactMapStrategy<Upstream: Publisher, Output>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let transform: (Upstream.Output) -> Output?

    @inlinable init(_ transform: @escaping (Upstream.Output) -> Output?) {
        self.transform = transform
    }

    @usableFromInline static var name: String { "CompactMap" }
    @inlinable static var trapsEarly: Bool { true }

    @inlinable func step(_ input: Upstream.Output) -> Step<Output, Upstream.Failure> {
        transform(input).map { .pass($0) } ?? .skip
    }
}

@usableFromInline struct TryCompactMapStrategy<Upstream: Publisher, Output>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let transform: (Upstream.Output) throws -> Output?

    @inlinable init(_ transform: @escaping (Upstream.Output) throws -> Output?) {
        self.transform = transform
    }

    @usableFromInline static var name: String { "TryCompactMap" }
    @inlinable static var trapsEarly: Bool { true }

    @inlinable func step(_ input: Upstream.Output) -> Step<Output, any Error> {
        do {
            return try transform(input).map { .pass($0) } ?? .skip
        } catch {
            return .fail(error)
        }
    }
}
