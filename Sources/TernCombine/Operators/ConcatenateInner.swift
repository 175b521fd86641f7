public import Synchronization

/// Downstream's subscription. Only one of its two upstreams publishes at a time.
@usableFromInline final class ConcatenateInner<Suffix: Publisher, Downstream: Subscriber>: Subscription, Inner
where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    @usableFromInline enum Phase: UInt8, AtomicRepresentable {
        case awaitingPrefix, prefix, awaitingSuffix, suffix, ended
    }

    @usableFromInline struct State {
        @usableFromInline var suffix: Suffix?
        @usableFromInline var subscription: (any Subscription)?
        @usableFromInline var demand = Subscribers.Demand.none

        @inlinable init(_ suffix: Suffix) {
            self.suffix = suffix
        }
    }

    @usableFromInline let downstream: Downstream
    // Changed with the state locked.
    @usableFromInline let phase = Atomic<Phase>(.awaitingPrefix)
    /// Any number of values is wanted, so that there is nothing to count.
    @usableFromInline let unlimited = Atomic<Bool>(false)
    @usableFromInline let state: Guarded<State>

    @inlinable init(_ suffix: Suffix, downstream: Downstream) {
        self.downstream = downstream
        state = Guarded(State(suffix))
    }

    @usableFromInline var name: String { "Concatenate" }

    @inlinable func connect(_ subscription: any Subscription, from awaiting: Phase, to next: Phase) {
        let demand = state { state -> Subscribers.Demand? in
            guard phase.load(ordering: .relaxed) == awaiting else { return nil }
            phase.store(next, ordering: .relaxed)
            state.subscription = subscription
            return state.demand
        }
        guard let demand else {
            subscription.cancel()
            return
        }
        if next == .prefix {
            downstream.receive(subscription: self)
        } else if demand > 0 {
            subscription.request(demand)
        }
    }

    /// Passes a value on; one that was not asked for is dropped.
    @inlinable func receive(_ value: Downstream.Input, in expected: Phase) -> Subscribers.Demand {
        guard phase.load(ordering: .relaxed) == expected else { return .none }
        if unlimited.load(ordering: .relaxed) {
            return downstream.receive(value)
        }
        let wanted = state { state in
            guard state.demand > 0 else { return false }
            state.demand -= 1
            return true
        }
        guard wanted else { return .none }
        let more = downstream.receive(value)
        if more > 0 {
            state { $0.demand += more }
        }
        return more
    }

    @inlinable func receive(_ completion: Subscribers.Completion<Downstream.Failure>, in expected: Phase) {
        var isLast = expected == .suffix
        if case .failure = completion {
            isLast = true
        }
        guard let ended = leave(from: expected, to: isLast ? .ended : .awaitingSuffix) else { return }
        if isLast {
            downstream.receive(completion: completion)
        } else {
            ended.suffix?.subscribe(ConcatenateSuffix(self))
        }
    }

    /// Empties the state. Returns what was in it, to be released with the lock open; nil when the phase is another one.
    @inlinable func leave(from expected: Phase?, to next: Phase) -> State? {
        state { state in
            guard expected == nil || phase.load(ordering: .relaxed) == expected else { return nil }
            let ended = state
            phase.store(next, ordering: .relaxed)
            state.subscription = nil
            state.suffix = nil
            return ended
        }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        if demand == .unlimited {
            unlimited.store(true, ordering: .relaxed)
        }
        let subscription = state { state in
            state.demand += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    @inlinable func cancel() {
        leave(from: nil, to: .ended)?.subscription?.cancel()
    }
}

/// The subscriber of what comes first.
@usableFromInline struct ConcatenatePrefix<Suffix: Publisher, Downstream: Subscriber>: Subscriber, Inner
where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: ConcatenateInner<Suffix, Downstream>

    @inlinable init(_ parent: ConcatenateInner<Suffix, Downstream>) {
        self.parent = parent
    }

    @usableFromInline var name: String { parent.name }
    @usableFromInline var combineIdentifier: CombineIdentifier { parent.combineIdentifier }

    @inlinable func receive(subscription: any Subscription) {
        parent.connect(subscription, from: .awaitingPrefix, to: .prefix)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        parent.receive(input, in: .prefix)
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        parent.receive(completion, in: .prefix)
    }
}

/// The subscriber of what comes then.
@usableFromInline struct ConcatenateSuffix<Suffix: Publisher, Downstream: Subscriber>: Subscriber, Inner
where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: ConcatenateInner<Suffix, Downstream>

    @inlinable init(_ parent: ConcatenateInner<Suffix, Downstream>) {
        self.parent = parent
    }

    @usableFromInline var name: String { parent.name }
    @usableFromInline var combineIdentifier: CombineIdentifier { parent.combineIdentifier }

    @inlinable func receive(subscription: any Subscription) {
        parent.connect(subscription, from: .awaitingSuffix, to: .suffix)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        parent.receive(input, in: .suffix)
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        parent.receive(completion, in: .suffix)
    }
}
