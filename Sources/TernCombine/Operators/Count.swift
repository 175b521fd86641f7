extension Publishers {
    /// A publisher of the number of upstream's values, when upstream has finished.
    public struct Count<Upstream: Publisher>: Publisher {
        public typealias Output = Int
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(CountStrategy<Upstream>(), downstream: subscriber))
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the number of values when upstream finishes.
    @inlinable public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}

@usableFromInline struct CountStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @inlinable init() {}

    @usableFromInline static var name: String { "Count" }
    @inlinable var initial: Int? { 0 }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<Int?>) throws(Upstream.Failure) -> Bool {
        result.value? += 1
        return false
    }
}
