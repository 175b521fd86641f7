extension Publishers {
    /// A publisher of upstream's values, and of one given value in place of upstream's error.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        public let upstream: Upstream
        /// What is published in place of an error.
        public let output: Upstream.Output

        @inlinable public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Never {
            let inner = ReplaceErrorInner<Upstream.Failure, S>(output, downstream: subscriber)
            subscriber.receive(subscription: inner)
            upstream.subscribe(inner)
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes `output` in place of an error, and then the end. It waits until a value is asked for.
    @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

@usableFromInline final class ReplaceErrorInner<Failure: Error, Downstream: Subscriber>: Subscriber, Subscription, Inner
where Downstream.Failure == Never {
    @usableFromInline typealias Input = Downstream.Input

    @usableFromInline enum Phase {
        case waiting
        case cancelledEarly
        case connected(any Subscription)
        /// Upstream failed while nothing was asked for.
        case failed
        case closed
    }

    @usableFromInline struct State {
        @usableFromInline var phase = Phase.waiting
        @usableFromInline var pending = Subscribers.Demand.none

        @inlinable init() {}
    }

    @usableFromInline let output: Input
    @usableFromInline let downstream: Downstream
    @usableFromInline let state: Guarded<State>

    @inlinable init(_ output: Input, downstream: Downstream) {
        self.output = output
        self.downstream = downstream
        state = Guarded(State())
    }

    @usableFromInline var name: String { "ReplaceError" }

    @usableFromInline func receive(subscription: any Subscription) {
        let demand = state { state -> Subscribers.Demand? in
            switch state.phase {
            case .waiting:
                state.phase = .connected(subscription)
                return state.pending
            case .cancelledEarly:
                state.phase = .closed
                // Somebody who had asked for nothing leaves the subscription alone, as Apple's does.
                return state.pending > 0 ? nil : state.pending
            case .connected, .failed, .closed:
                return nil
            }
        }
        if let demand {
            if demand > 0 {
                subscription.request(demand)
            }
        } else {
            subscription.cancel()
        }
    }

    /// Traps when the value wasn't asked for, as Apple's does.
    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        let isOpen = state { state in
            guard case .connected = state.phase else { return false }
            state.pending -= 1
            return true
        }
        guard isOpen else { return .none }
        let demand = downstream.receive(input)
        if demand > 0 {
            state { $0.pending += demand }
        }
        return demand
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        let (turn, old) = state { state -> (turn: Bool, old: Phase) in
            let old = state.phase
            switch (old, completion) {
            case (.connected, .failure) where state.pending == .none:
                state.phase = .failed
                return (false, old)
            case (.connected, _), (.failed, .finished):
                state.phase = .closed
                return (true, old)
            default:
                return (false, old)
            }
        }
        withExtendedLifetime(old) {
            guard turn else { return }
            if case .failure = completion {
                _ = downstream.receive(output)
            }
            downstream.receive(completion: .finished)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let (subscription, isDue) = state { state -> (subscription: (any Subscription)?, isDue: Bool) in
            switch state.phase {
            case .waiting:
                state.pending += demand
                return (nil, false)
            case .connected(let subscription):
                state.pending += demand
                return (subscription, false)
            case .failed:
                state.phase = .closed
                return (nil, true)
            case .cancelledEarly, .closed:
                return (nil, false)
            }
        }
        if isDue {
            _ = downstream.receive(output)
            downstream.receive(completion: .finished)
        } else {
            subscription?.request(demand)
        }
    }

    @usableFromInline func cancel() {
        let subscription = state { state -> (any Subscription)? in
            switch state.phase {
            case .waiting:
                state.phase = .cancelledEarly
            case .connected(let subscription):
                state.phase = .closed
                return subscription
            case .failed:
                state.phase = .closed
            case .cancelledEarly, .closed:
                break
            }
            return nil
        }
        subscription?.cancel()
    }
}
