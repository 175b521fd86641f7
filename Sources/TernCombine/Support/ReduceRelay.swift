/// An operator that makes one result of all of upstream's values: what distinguishes one from another.
///
/// It may be called again from within, so the result isn't modified across a call of a user's closure.
@usableFromInline protocol ReduceStrategy<Input, Output, InputFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype InputFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as its subscription prints itself.
    static var name: String { get }
    /// The result when there is no value at all; nil for none.
    var initial: Output? { get }
    /// Works a value into the result. An error ends the stream.
    /// - Returns: whether the result is final, so that upstream need not go on.
    func step(_ input: Input, _ result: Cell<Output?>) throws(Failure) -> Bool
    /// Upstream's error as downstream sees it.
    func failure(_ error: InputFailure) -> Failure
    /// What the subscription's mirror shows.
    func children(downstream: Any, result: Output?, status: String) -> [Mirror.Child]
}

extension ReduceStrategy {
    @inlinable var initial: Output? { nil }

    @usableFromInline func children(downstream: Any, result: Output?, status: String) -> [Mirror.Child] {
        [
            ("downstream", downstream), ("result", result as Any), ("initial", initial as Any), ("status", status),
        ]
    }
}

extension ReduceStrategy where InputFailure == Failure {
    @inlinable func failure(_ error: Failure) -> Failure { error }
}

extension ReduceStrategy where Failure == any Error {
    @inlinable func failure(_ error: InputFailure) -> any Error { error }
}

/// The subscriber and subscription of every operator with a ``ReduceStrategy``.
///
/// It asks upstream for any number of values at once. The result, and the end with it, waits until downstream has
/// asked
/// for a value; an error doesn't wait.
@usableFromInline
final class ReduceRelay<Strategy: ReduceStrategy, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Input == Strategy.Output, Downstream.Failure == Strategy.Failure {
    @usableFromInline typealias Input = Strategy.Input
    @usableFromInline typealias Failure = Strategy.InputFailure

    @usableFromInline struct Delivery {
        @usableFromInline var requested = false
        @usableFromInline var ready = false
        @usableFromInline var over = false

        @inlinable init() {}

        /// Whether the result is to be delivered now, by the one that asks.
        @inlinable mutating func begin() -> Bool {
            guard requested, ready, !over else { return false }
            over = true
            return true
        }
    }

    @usableFromInline let strategy: Strategy
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let delivery = Guarded(Delivery())
    // Upstream's until the result is ready, then the one's that delivers.
    @usableFromInline let result: Cell<Strategy.Output?>

    @inlinable init(_ strategy: Strategy, downstream: Downstream) {
        self.strategy = strategy
        self.downstream = downstream
        result = Cell(strategy.initial)
    }

    @usableFromInline var name: String { Strategy.name }
    @usableFromInline var children: [Mirror.Child] {
        strategy.children(downstream: downstream, result: result.value, status: upstream.status)
    }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
            subscription.request(.unlimited)
        }
    }

    @inlinable func receive(_ input: Strategy.Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        do throws(Strategy.Failure) {
            if try strategy.step(input, result), let subscription = upstream.close() {
                subscription.cancel()
                finish()
            }
        } catch {
            if let subscription = upstream.close() {
                subscription.cancel()
                downstream.receive(completion: .failure(error))
            }
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Strategy.InputFailure>) {
        guard upstream.isOpen, upstream.close() != nil else { return }
        switch completion {
        case .finished:
            finish()
        case .failure(let error):
            downstream.receive(completion: .failure(strategy.failure(error)))
        }
    }

    @inlinable func finish() {
        let begins = delivery { delivery in
            delivery.ready = true
            return delivery.begin()
        }
        if begins {
            deliver()
        }
    }

    @inlinable func deliver() {
        if let output = result.value {
            result.value = nil
            _ = downstream.receive(output)
        }
        downstream.receive(completion: .finished)
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let begins = delivery { delivery in
            delivery.requested = true
            return delivery.begin()
        }
        if begins {
            deliver()
        }
    }

    @inlinable func cancel() {
        if !upstream.isWaiting {
            delivery { $0.over = true }
            upstream.cancel()
        }
    }
}
