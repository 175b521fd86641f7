extension Publishers {
    /// A publisher of upstream's last value, when upstream has finished.
    public struct Last<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(LastStrategy<Upstream>(), downstream: subscriber))
        }
    }

    /// A publisher of the last of upstream's values for which a closure is true, when upstream has finished.
    public struct LastWhere<Upstream: Publisher>: Publisher {
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
            upstream.subscribe(ReduceRelay(LastWhereStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of the last of upstream's values for which a closure is true, when upstream has finished; an error
    /// that it throws ends the stream.
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
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
            upstream.subscribe(ReduceRelay(TryLastWhereStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the last value when upstream finishes. Without a value it only finishes.
    @inlinable public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }

    /// Publishes the last value for which `predicate` is true when upstream finishes.
    @inlinable public func last(
        where predicate: @escaping (Output) -> Bool
    ) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }

    /// Publishes the last value for which `predicate` is true when upstream finishes; an error that it throws ends
    /// the stream.
    @inlinable public func tryLast(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct LastStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @inlinable init() {}

    @usableFromInline static var name: String { "Last" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws(Upstream.Failure) -> Bool {
        result.value = input
        return false
    }
}

@usableFromInline struct LastWhereStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "LastWhere" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws(Upstream.Failure) -> Bool {
        if predicate(input) {
            result.value = input
        }
        return false
    }
}

@usableFromInline struct TryLastWhereStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryLastWhere" }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Upstream.Output?>) throws -> Bool {
        if try predicate(input) {
            result.value = input
        }
        return false
    }
}
