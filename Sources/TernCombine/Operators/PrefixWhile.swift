extension Publishers {
    /// A publisher of upstream's values up to the first for which a closure is false.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether a value is published, and the stream goes on.
        public let predicate: (Upstream.Output) -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(FilterRelay(PrefixWhileStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of upstream's values up to the first for which a closure is false; an error that it throws ends
    /// the stream.
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Whether a value is published, and the stream goes on. Or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(FilterRelay(TryPrefixWhileStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes values as long as `predicate` is true, and then finishes.
    @inlinable public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }

    /// Publishes values as long as `predicate` is true, and then finishes; an error that it throws ends the stream.
    @inlinable public func tryPrefix(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct PrefixWhileStrategy<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "PrefixWhile" }
    @inlinable static var trapsEarly: Bool { true }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, Upstream.Failure> {
        predicate(input) ? .pass(input) : .finish
    }
}

@usableFromInline struct TryPrefixWhileStrategy<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool

    @inlinable init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryPrefixWhile" }
    @inlinable static var trapsEarly: Bool { true }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, any Error> {
        do {
            return try predicate(input) ? .pass(input) : .finish
        } catch {
            return .fail(error)
        }
    }
}
