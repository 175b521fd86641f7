extension Publishers {
    /// A publisher of upstream's first value, and then the end.
    public struct First<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(FirstStrategy<Upstream>(), downstream: subscriber))
        }
    }

    /// A publisher of the first of upstream's values for which a closure is true, and then the end.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether a value counts.
        public let predicate: (Upstream.Output) -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(FirstWhereStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of the first of upstream's values for which a closure is true; an error that it throws ends the
    /// stream.
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Whether a value counts, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(ReduceRelay(TryFirstWhereStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the first value, then cancels upstream and finishes. Without a value it only finishes.
    @inlinable public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }

    /// Publishes the first value for which `predicate` is true, then cancels upstream and finishes.
    @inlinable public func first(
        where predicate: @escaping (Output) -> Bool
    ) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }

    /// Publishes the first value for which `predicate` is true, then finishes; an error that it throws ends the
    /// stream.
    @inlinable public func tryFirst(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct FirstStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @inlinable init() {}

    @usableFromInline static var name: String { "First" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws(Upstream.Failure) -> Bool {
        result.value = input
        return true
    }
}

@usableFromInline struct FirstWhereStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryFirst" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws(Upstream.Failure) -> Bool {
        guard predicate(input) else { return false }
        result.value = input
        return true
    }
}

@usableFromInline struct TryFirstWhereStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryFirstWhere" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws -> Bool {
        guard try predicate(input) else { return false }
        result.value = input
        return true
    }
}
