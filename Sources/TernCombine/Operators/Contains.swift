extension Publishers {
    /// A publisher of one Boolean: whether a certain value is among upstream's.
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The value looked for.
        public let output: Upstream.Output

        @inlinable public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(ContainsStrategy<Upstream>(output), downstream: subscriber))
        }
    }

    /// A publisher of one Boolean: whether a closure is true for any of upstream's values.
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
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
            upstream.subscribe(ReduceRelay(ContainsWhereStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of one Boolean: whether a closure is true for any of upstream's values; an error that it throws
    /// ends the stream.
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
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
            upstream.subscribe(ReduceRelay(TryContainsWhereStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
    /// Publishes true, and cancels upstream, as soon as a value equals `output`; false if upstream finishes before
    /// that.
    @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publisher {
    /// Publishes true, and cancels upstream, as soon as `predicate` is true; false if upstream finishes before that.
    @inlinable public func contains(
        where predicate: @escaping (Output) -> Bool
    ) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }

    /// Publishes true, and cancels upstream, as soon as `predicate` is true; false if upstream finishes before that.
    /// An
    /// error that it throws ends the stream.
    @inlinable public func tryContains(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct ContainsStrategy<Upstream: Publisher>: ReduceStrategy where Upstream.Output: Equatable {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let output: Upstream.Output

    @inlinable init(_ output: Upstream.Output) {
        self.output = output
    }

    @usableFromInline static var name: String { "Contains" }
    @inlinable var initial: Bool? { false }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Bool?>) throws(Upstream.Failure) -> Bool {
        guard input == output else { return false }
        result.value = true
        return true
    }
}

@usableFromInline struct ContainsWhereStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "ContainsWhere" }
    @inlinable var initial: Bool? { false }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Bool?>) throws(Upstream.Failure) -> Bool {
        guard predicate(input) else { return false }
        result.value = true
        return true
    }
}

@usableFromInline struct TryContainsWhereStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryContainsWhere" }
    @inlinable var initial: Bool? { false }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Bool?>) throws -> Bool {
        guard try predicate(input) else { return false }
        result.value = true
        return true
    }
}
