extension Publishers {
    /// A publisher of those of upstream's values that a closure lets pass.
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether a value passes.
        public let isIncluded: (Upstream.Output) -> Bool

        @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(FilterRelay(FilterByClosure<Upstream>(isIncluded), downstream: subscriber))
        }
    }

    /// A publisher of those of upstream's values that a closure lets pass; an error that it throws ends the stream.
    public struct TryFilter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Whether a value passes, or throws.
        public let isIncluded: (Upstream.Output) throws -> Bool

        @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(FilterRelay(TryFilterByClosure<Upstream>(isIncluded), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes the values for which `isIncluded` is true. Each other is made up for by asking upstream for one more.
    @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// Publishes the values for which `isIncluded` is true; an error that it throws ends the stream.
    @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.Filter {
    /// Publishes the values that pass both closures, in one step.
    @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let first = self.isIncluded
        return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }

    /// Publishes the values that pass both closures, in one step; an error ends the stream.
    @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream>
    {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}

extension Publishers.TryFilter {
    /// Publishes the values that pass both closures, in one step.
    @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Publishes the values that pass both closures, in one step; an error ends the stream.
    @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream>
    {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}

@usableFromInline struct FilterByClosure<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let isIncluded: (Upstream.Output) -> Bool

    @inlinable init(_ isIncluded: @escaping (Upstream.Output) -> Bool) {
        self.isIncluded = isIncluded
    }

    @usableFromInline static var name: String { "Filter" }
    @inlinable static var trapsEarly: Bool { true }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, Upstream.Failure> {
        isIncluded(input) ? .pass(input) : .skip
    }
}

@usableFromInline struct TryFilterByClosure<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let isIncluded: (Upstream.Output) throws -> Bool

    @inlinable init(_ isIncluded: @escaping (Upstream.Output) throws -> Bool) {
        self.isIncluded = isIncluded
    }

    @usableFromInline static var name: String { "TryFilter" }
    @inlinable static var trapsEarly: Bool { true }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, any Error> {
        do {
            return try isIncluded(input) ? .pass(input) : .skip
        } catch {
            return .fail(error)
        }
    }
}
