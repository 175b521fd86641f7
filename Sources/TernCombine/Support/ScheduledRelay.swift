public import Synchronization

/// How an operator has its scheduler deliver an event.
@usableFromInline protocol SchedulingStrategy {
    func callAsFunction(_ action: @escaping () -> Void)
}

/// A strategy of an operator whose subscription prints a name.
@usableFromInline protocol NamedSchedulingStrategy: SchedulingStrategy {
    static var name: String { get }
}

/// The subscriber and subscription of operators that deliver each event through a scheduler, and the subscription at once.
@usableFromInline final class ScheduledRelay<Schedule: SchedulingStrategy, Downstream: Subscriber>: Subscriber,
    Subscription
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let schedule: Schedule
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let turns = Turns<Event<Input, Failure>>()
    /// Upstream has ended. It stays connected until its end is delivered, so that values on their way can ask for more.
    @usableFromInline let ended = Atomic<Bool>(false)

    @inlinable init(_ schedule: Schedule, downstream: Downstream) {
        self.schedule = schedule
        self.downstream = downstream
    }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        if upstream.isOpen, !ended.load(ordering: .relaxed) {
            turns.append(.value(input))
            schedule { self.takeTurn() }
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.isOpen, !ended.exchange(true, ordering: .relaxed) {
            turns.append(.completion(completion))
            schedule { self.takeTurn() }
        }
    }

    @inlinable func takeTurn() {
        turns.take { event in
            switch event {
            case .value(let input):
                guard upstream.isOpen else { return }
                let demand = downstream.receive(input)
                if demand > 0 {
                    upstream.subscription?.request(demand)
                }
            case .completion(let completion):
                // Upstream ended before a cancel came, if one did: as with Apple's, the end isn't called back.
                _ = upstream.close()
                downstream.receive(completion: completion)
            }
        }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    @inlinable func cancel() {
        guard upstream.isOpen else { return }
        let subscription = upstream.close()
        if !ended.load(ordering: .relaxed) {
            subscription?.cancel()
        }
    }
}

extension ScheduledRelay: Inner, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible
where Schedule: NamedSchedulingStrategy {
    @usableFromInline var name: String { Schedule.name }
}
