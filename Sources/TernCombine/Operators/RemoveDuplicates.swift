extension Publishers {
    /// A publisher of those of upstream's values that aren't the same as the one before.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether two values are the same: first the one before, then the one in question.
        public let predicate: (Upstream.Output, Upstream.Output) -> Bool

        @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(FilterRelay(RemoveDuplicatesStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }

    /// A publisher of those of upstream's values that aren't the same as the one before; an error of the closure ends
    /// the stream.
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Whether two values are the same: first the one before, then the one in question. Or throws.
        public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

        @inlinable public init(
            upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(FilterRelay(TryRemoveDuplicatesStrategy<Upstream>(predicate), downstream: subscriber))
        }
    }
}

extension Publisher where Output: Equatable {
    /// Publishes a value only if it isn't equal to the one before.
    @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
}

extension Publisher {
    /// Publishes a value only if `predicate`, which is given the one before and this one, is false.
    @inlinable public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Publishes a value only if `predicate`, which is given the one before and this one, is false; an error that it
    /// throws ends the stream.
    @inlinable public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

@usableFromInline struct RemoveDuplicatesStrategy<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output, Upstream.Output) -> Bool
    @usableFromInline let last = Cell<Upstream.Output?>(nil)

    @inlinable init(_ predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "RemoveDuplicates" }
    @inlinable static var trapsEarly: Bool { true }

    @usableFromInline func children(downstream: Any) -> [Mirror.Child] {
        [("downstream", downstream), ("last", last.value as Any)]
    }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, Upstream.Failure> {
        let before = last.value
        last.value = input
        if let before, predicate(before, input) {
            return .skip
        }
        return .pass(input)
    }
}

@usableFromInline struct TryRemoveDuplicatesStrategy<Upstream: Publisher>: FilterStrategy {
    @usableFromInline typealias InputFailure = Upstream.Failure

    @usableFromInline let predicate: (Upstream.Output, Upstream.Output) throws -> Bool
    @usableFromInline let last = Cell<Upstream.Output?>(nil)

    @inlinable init(_ predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
        self.predicate = predicate
    }

    @usableFromInline static var name: String { "TryRemoveDuplicates" }
    @inlinable static var trapsEarly: Bool { true }

    @usableFromInline func children(downstream: Any) -> [Mirror.Child] {
        [("downstream", downstream), ("last", last.value as Any)]
    }

    @inlinable func step(_ input: Upstream.Output) -> Step<Upstream.Output, any Error> {
        let before = last.value
        last.value = input
        do {
            if let before, try predicate(before, input) {
                return .skip
            }
            return .pass(input)
        } catch {
            return .fail(error)
        }
    }
}
