extension Publishers {
    /// A publisher of what a closure makes of all of upstream's values together, when upstream has finished.
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// What the first value is worked into, and the result if there is none.
        public let initial: Output
        /// Works a value into the result so far.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        @inlinable public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                ReduceRelay(ReduceByClosure<Upstream, Output>(initial, nextPartialResult), downstream: subscriber))
        }
    }

    /// A publisher of what a closure makes of all of upstream's values together, when upstream has finished; an error
    /// that it throws ends the stream.
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        public let upstream: Upstream
        /// What the first value is worked into, and the result if there is none.
        public let initial: Output
        /// Works a value into the result so far, or throws.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        @inlinable public init(
            upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(
                ReduceRelay(TryReduceByClosure<Upstream, Output>(initial, nextPartialResult), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Works each value into a result, beginning with `initialResult`, and publishes it when upstream finishes.
    @inlinable public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Works each value into a result, beginning with `initialResult`, and publishes it when upstream finishes; an
    /// error
    /// that `nextPartialResult` throws ends the stream.
    @inlinable public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

@usableFromInline struct ReduceByClosure<Upstream: Publisher, Output>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let start: Output
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) -> Output

    @inlinable init(_ start: Output, _ nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
        self.start = start
        self.nextPartialResult = nextPartialResult
    }

    @usableFromInline static var name: String { "Reduce" }
    @inlinable var initial: Output? { start }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Output?>) throws(Upstream.Failure) -> Bool {
        result.value = nextPartialResult(result.value ?? start, input)
        return false
    }
}

@usableFromInline struct TryReduceByClosure<Upstream: Publisher, Output>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let start: Output
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) throws -> Output

    @inlinable init(_ start: Output, _ nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output) {
        self.start = start
        self.nextPartialResult = nextPartialResult
    }

    @usableFromInline static var name: String { "TryReduce" }
    @inlinable var initial: Output? { start }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Output?>) throws -> Bool {
        result.value = try nextPartialResult(result.value ?? start, input)
        return false
    }
}
