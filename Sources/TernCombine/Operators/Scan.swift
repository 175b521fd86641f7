extension Publishers {
    /// A publisher of what a closure makes of the last result and each of upstream's values.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// What the first value is combined with.
        public let initialResult: Output
        /// Makes the next result, which is published, of the last one and a value.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        @inlinable public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ScanInner(initialResult, nextPartialResult, downstream: subscriber))
        }
    }

    /// A publisher of what a closure makes of the last result and each of upstream's values; an error that it throws ends
    /// the stream.
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        public let upstream: Upstream
        /// What the first value is combined with.
        public let initialResult: Output
        /// Makes the next result, which is published, of the last one and a value, or throws.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        @inlinable public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            upstream.subscribe(
                TryScanInner<Upstream.Output, Upstream.Failure, S>(
                    initialResult, nextPartialResult, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes, for each value, what `nextPartialResult` makes of the last result and the value.
    @inlinable public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Publishes, for each value, what `nextPartialResult` makes of the last result and the value; an error that it throws
    /// ends the stream.
    @inlinable public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

/// Hands upstream's own subscription through: one value goes out for each that comes in.
@usableFromInline final class ScanInner<Input, Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input
    // Touched by upstream's serial events only.
    @usableFromInline var result: Downstream.Input

    @inlinable init(
        _ result: Downstream.Input, _ next: @escaping (Downstream.Input, Input) -> Downstream.Input,
        downstream: Downstream
    ) {
        self.downstream = downstream
        self.next = next
        self.result = result
    }

    @usableFromInline var name: String { "Scan" }
    @usableFromInline var children: [Mirror.Child] { [("downstream", downstream), ("result", result)] }

    @usableFromInline func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        let result = next(self.result, input)
        self.result = result
        return downstream.receive(result)
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

@usableFromInline
final class TryScanInner<Input, Failure: Error, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Failure == any Error {
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let next: (Downstream.Input, Input) throws -> Downstream.Input
    // Touched by upstream's serial events only.
    @usableFromInline var result: Downstream.Input

    @inlinable init(
        _ result: Downstream.Input, _ next: @escaping (Downstream.Input, Input) throws -> Downstream.Input,
        downstream: Downstream
    ) {
        self.downstream = downstream
        self.next = next
        self.result = result
    }

    @usableFromInline var name: String { "TryScan" }
    @usableFromInline var children: [Mirror.Child] {
        [("downstream", downstream), ("status", upstream.state { $0 }), ("result", result)]
    }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    // As with Apple's, an upstream that sends values outside of its subscription is heard.
    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        do {
            let result = try next(self.result, input)
            self.result = result
            return downstream.receive(result)
        } catch {
            fail(error)
            return .none
        }
    }

    @usableFromInline func fail(_ error: any Error) {
        if let subscription = upstream.disconnect() {
            subscription.cancel()
            downstream.receive(completion: .failure(error))
        }
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        if let subscription = upstream.disconnect() {
            withExtendedLifetime(subscription) {
                downstream.receive(completion: completion.erased)
            }
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    @usableFromInline func cancel() {
        upstream.disconnect()?.cancel()
    }
}
