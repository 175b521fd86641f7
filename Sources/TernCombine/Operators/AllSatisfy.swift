extension Publishers {
    /// A publisher of one Boolean: whether a closure is true for all of upstream's values.
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// What is asked about each value.
        public let predicate: (Upstream.Output) -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(AllSatisfyStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of one Boolean: whether a closure is true for all of upstream's values; an error that it throws
    /// ends the stream.
    public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = any Error

        public let upstream: Upstream
        /// What is asked about each value, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(ReduceRelay(TryAllSatisfyStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes false, and cancels upstream, as soon as `predicate` is false; true if upstream finishes before that.
    @inlinable public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }

    /// Publishes false, and cancels upstream, as soon as `predicate` is false; true if upstream finishes before that.
    /// An
    /// error that it throws ends the stream.
    @inlinable public func tryAllSatisfy(
        _ predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct AllSatisfyStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "AllSatisfy" }
    @inlinable var initial: Bool? { true }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Bool?>) throws(Upstream.Failure) -> Bool {
        if predicate(input) { return false }
        result.value = false
        return true
    }
}

@usableFromInline struct TryAllSatisfyStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryAllSatisfy" }
    @inlinable var initial: Bool? { true }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Bool?>) throws -> Bool {
        if try predicate(input) { return false }
        result.value = false
        return true
    }
}
