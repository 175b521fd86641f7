extension Publishers {
    /// A publisher of upstream's values, or of one given value when upstream finishes without any.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// What is published in place of nothing.
        public let output: Upstream.Output

        @inlinable public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReplaceEmptyInner(output, downstream: subscriber))
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes `output` when the stream finishes without a value. Upstream is asked for any number of values.
    @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

@usableFromInline final class ReplaceEmptyInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline struct State {
        @usableFromInline var requested = false
        /// Upstream finished without a value before anything was asked for.
        @usableFromInline var isDue = false

        @inlinable init() {}
    }

    @usableFromInline let output: Input
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let state: Guarded<State>
    // Touched by upstream's serial events only.
    @usableFromInline var isEmpty: Bool

    @inlinable init(_ output: Input, downstream: Downstream) {
        self.output = output
        self.downstream = downstream
        state = Guarded(State())
        isEmpty = true
    }

    @usableFromInline var name: String { "ReplaceEmpty" }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
            subscription.request(.unlimited)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        isEmpty = false
        return downstream.receive(input)
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard let subscription = upstream.disconnect() else { return }
        withExtendedLifetime(subscription) {
            if case .finished = completion, isEmpty {
                let now = state { state in
                    state.isDue = !state.requested
                    return state.requested
                }
                if now {
                    replace()
                }
            } else {
                downstream.receive(completion: completion)
            }
        }
    }

    @usableFromInline func replace() {
        _ = downstream.receive(output)
        downstream.receive(completion: .finished)
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let isDue = state { state in
            defer { state.isDue = false }
            state.requested = true
            return state.isDue
        }
        if isDue {
            replace()
        } else {
            upstream.subscription?.request(demand)
        }
    }

    @usableFromInline func cancel() {
        state { $0.isDue = false }
        upstream.disconnect()?.cancel()
    }
}
