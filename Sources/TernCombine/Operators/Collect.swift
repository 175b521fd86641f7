extension Publishers {
    /// A publisher of one array with all of upstream's values, when upstream has finished.
    public struct Collect<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream

        @inlinable public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReduceRelay(CollectStrategy<Upstream>(), downstream: subscriber))
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes all values in one array when upstream finishes; an empty one if there is none. Nothing limits how
    /// many
    /// are held until then.
    @inlinable public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}

@usableFromInline struct CollectStrategy<Upstream: Publisher>: ReduceStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @inlinable init() {}

    @usableFromInline static var name: String { "Collect" }
    @inlinable var initial: [Upstream.Output]? { [] }

    @usableFromInline func children(downstream: Any, result: [Upstream.Output]?, status: String) -> [Mirror.Child] {
        [("count", result?.count ?? 0)]
    }

    @inlinable func step(_ input: Upstream.Output, _ result: Cell<[Upstream.Output]?>) throws(Upstream.Failure) -> Bool
    {
        result.value?.append(input)
        return false
    }
}
