extension Publishers {
    /// A publisher of that of upstream's values that comes last in an order, when upstream has finished.
    public struct Comparison<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether the second value takes the place of the first.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

        @inlinable public init(
            upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(ComparisonStrategy<Upstream>(areInIncreasingOrder), downstream: subscriber))
        }
    }

    /// A publisher of that of upstream's values that comes last in an order, when upstream has finished; an error of
    /// the closure ends the stream.
    public struct TryComparison<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Whether the second value takes the place of the first, or throws.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

        @inlinable public init(
            upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(
                ReduceRelay(TryComparisonStrategy<Upstream>(areInIncreasingOrder), downstream: subscriber))
        }
    }
}

extension Publisher where Output: Comparable {
    /// Publishes the least value when upstream finishes; the first of equal ones. Without a value it only finishes.
    @inlinable public func min() -> Publishers.Comparison<Self> {
        max(by: >)
    }

    /// Publishes the greatest value when upstream finishes; the first of equal ones. Without a value it only
    /// finishes.
    @inlinable public func max() -> Publishers.Comparison<Self> {
        max(by: <)
    }
}

extension Publisher {
    /// Publishes the value that comes first in an order when upstream finishes; the first of equal ones.
    @inlinable public func min(
        by areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        max { areInIncreasingOrder($1, $0) }
    }

    /// Publishes the value that comes first in an order when upstream finishes; an error of the closure ends the
    /// stream.
    @inlinable public func tryMin(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        tryMax { try areInIncreasingOrder($1, $0) }
    }

    /// Publishes the value that comes last in an order when upstream finishes; the first of equal ones.
    @inlinable public func max(
        by areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// Publishes the value that comes last in an order when upstream finishes; an error of the closure ends the
    /// stream.
    @inlinable public func tryMax(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

@usableFromInline struct ComparisonStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    @inlinable init(_ areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
        self.areInIncreasingOrder = areInIncreasingOrder
    }

    @usableFromInline static var name: String { "Comparison" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws(Upstream.Failure) -> Bool {
        if let best = result.value, !(areInIncreasingOrder(best, input)) {
            return false
        }
        result.value = input
        return false
    }
}

@usableFromInline struct TryComparisonStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    @inlinable init(_ areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
        self.areInIncreasingOrder = areInIncreasingOrder
    }

    @usableFromInline static var name: String { "TryComparison" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws -> Bool {
        if let best = result.value, try !areInIncreasingOrder(best, input) {
            return false
        }
        result.value = input
        return false
    }
}
