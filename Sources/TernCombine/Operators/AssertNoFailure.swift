extension Publishers {
    /// A publisher of upstream's values for which an error is a programmer's mistake.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        public let upstream: Upstream
        /// What the message of the trap begins with, followed by a colon and a space.
        public let prefix: String
        /// The file that the trap names.
        public let file: StaticString
        /// The line that the trap names.
        public let line: UInt

        @inlinable public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Never {
            upstream.subscribe(
                AssertNoFailureInner<Upstream.Failure, S>(
                    prefix: prefix, file: file, line: line, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Traps when the stream ends with an error, in release builds too.
    /// - Parameters:
    ///   - prefix: what the message begins with, followed by a colon and a space; by default nothing.
    ///   - file: the file that the trap names; by default the caller's.
    ///   - line: the line that the trap names; by default the caller's.
    @inlinable public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}

/// Hands upstream's own subscription through.
@usableFromInline struct AssertNoFailureInner<Failure: Error, Downstream: Subscriber>: Subscriber, Inner
where Downstream.Failure == Never {
    @usableFromInline typealias Input = Downstream.Input

    @usableFromInline let prefix: String
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let downstream: Downstream
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(prefix: String, file: StaticString, line: UInt, downstream: Downstream) {
        self.prefix = prefix
        self.file = file
        self.line = line
        self.downstream = downstream
        combineIdentifier = CombineIdentifier()
    }

    @usableFromInline var name: String { "AssertNoFailure" }
    @usableFromInline var children: [Mirror.Child] { [("file", file), ("line", line), ("prefix", prefix)] }

    @inlinable func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished:
            downstream.receive(completion: .finished)
        case .failure(let error):
            fatalError("\(prefix.isEmpty ? "" : prefix + ": ")\(error)", file: file, line: line)
        }
    }
}
