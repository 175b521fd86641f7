/// What becomes of a value in an operator that passes on at most one for each.
@usableFromInline enum Step<Output, Failure: Error> {
    /// The value goes on.
    case pass(Output)
    /// The value is dropped, and upstream asked for another.
    case skip
    /// The stream is finished.
    case finish
    /// The stream ends with an error.
    case fail(Failure)
}

/// An operator that passes on at most one value for each that it receives: what distinguishes one from another.
///
/// It may be called again from within (a closure that sends into its own pipeline), so state sits in a ``Cell`` and is
/// never modified across a call of a user's closure.
@usableFromInline protocol FilterStrategy<Input, Output, InputFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype InputFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as its subscription prints itself.
    static var name: String { get }
    /// Whether a value, a completion or a request before upstream's subscription traps; else they are ignored.
    static var trapsEarly: Bool { get }
    /// Whether a cancel before upstream's subscription is ignored; else the subscription is refused when it comes.
    static var ignoresEarlyCancel: Bool { get }
    /// What becomes of a value.
    func step(_ input: Input) -> Step<Output, Failure>
    /// What becomes of upstream's end.
    func completion(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
    /// What the subscription's mirror shows.
    func children(downstream: Any) -> [Mirror.Child]
}

extension FilterStrategy {
    @inlinable static var trapsEarly: Bool { false }
    @inlinable static var ignoresEarlyCancel: Bool { false }
    @usableFromInline func children(downstream: Any) -> [Mirror.Child] { [("downstream", downstream)] }
}

extension FilterStrategy where InputFailure == Failure {
    @inlinable func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

extension FilterStrategy where Failure == any Error {
    @inlinable func completion(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<any Error>
    {
        completion.erased
    }
}

/// Mutable state of one subscription to an operator, touched by upstream's serial events only.
@usableFromInline final class Cell<Value> {
    @usableFromInline final var value: Value

    @inlinable init(_ value: Value) {
        self.value = value
    }
}

/// The subscriber and subscription of every operator with a ``FilterStrategy``.
@usableFromInline
final class FilterRelay<Strategy: FilterStrategy, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Input == Strategy.Output, Downstream.Failure == Strategy.Failure {
    @usableFromInline typealias Input = Strategy.Input
    @usableFromInline typealias Failure = Strategy.InputFailure

    @usableFromInline let strategy: Strategy
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()

    @inlinable init(_ strategy: Strategy, downstream: Downstream) {
        self.strategy = strategy
        self.downstream = downstream
    }

    @usableFromInline var name: String { Strategy.name }
    @usableFromInline var children: [Mirror.Child] { strategy.children(downstream: downstream) }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Strategy.Input) -> Subscribers.Demand {
        guard upstream.isOpen else {
            refuse()
            return .none
        }
        switch strategy.step(input) {
        case .pass(let output):
            return downstream.receive(output)
        case .skip:
            return .max(1)
        case .finish:
            end(.finished)
        case .fail(let error):
            end(.failure(error))
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Strategy.InputFailure>) {
        guard upstream.isOpen else { return refuse() }
        if upstream.close() != nil {
            downstream.receive(completion: strategy.completion(completion))
        }
    }

    @usableFromInline func end(_ completion: Subscribers.Completion<Strategy.Failure>) {
        if let subscription = upstream.close() {
            subscription.cancel()
            downstream.receive(completion: completion)
        }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        guard let subscription = upstream.subscription else { return refuse() }
        subscription.request(demand)
    }

    @inlinable func cancel() {
        if !Strategy.ignoresEarlyCancel || !upstream.isWaiting {
            upstream.cancel()
        }
    }

    /// Ignores an event that came too late, or too early; the latter traps if the operator says so.
    @usableFromInline func refuse() {
        if Strategy.trapsEarly {
            precondition(!upstream.isWaiting, "\(name) received an event before a subscription")
        }
    }
}
