extension Publishers {
    /// A publisher of upstream's values from the first on for which a closure is false.
    public struct DropWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether a value is dropped. Not asked again once it was false.
        public let predicate: (Upstream.Output) -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(FilterRelay(DropWhileStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of upstream's values from the first on for which a closure is false; an error that it throws ends
    /// the stream.
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Whether a value is dropped, or throws. Not asked again once it was false.
        public let predicate: (Upstream.Output) throws -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(FilterRelay(TryDropWhileStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Drops values as long as `predicate` is true, and publishes the rest. Each dropped value is made up for by
    /// asking
    /// upstream for one more.
    @inlinable public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }

    /// Drops values as long as `predicate` is true, and publishes the rest; an error that it throws ends the stream.
    @inlinable public func tryDrop(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct DropWhileStrategy<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) -> Bool
    @usableFromInline let dropping = Cell(true)

    @inlinable init(_ predicate: @escaping (Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "DropWhile" }
    @inlinable static var ignoresEarlyCancel: Bool { true }

    @usableFromInline func children(downstream: Any) -> [Mirror.Child] { [] }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, Upstream.Failure> {
        if dropping.value {
            if predicate(input) {
                return .skip
            }
            dropping.value = false
        }
        return .pass(input)
    }
}

@usableFromInline struct TryDropWhileStrategy<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool
    @usableFromInline let dropping = Cell(true)

    @inlinable init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryDropWhile" }
    @inlinable static var ignoresEarlyCancel: Bool { true }

    @usableFromInline func children(downstream: Any) -> [Mirror.Child] { [] }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, any Error> {
        if dropping.value {
            do {
                if try predicate(input) {
                    return .skip
                }
            } catch {
                return .fail(error)
            }
            dropping.value = false
        }
        return .pass(input)
    }
}
