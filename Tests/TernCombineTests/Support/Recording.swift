import TernCombine

/// What a downstream saw, whatever the types were.
final class Downstream {
    enum Event: Equatable {
        case subscription, value, finished, failed
    }

    var events: [Event] = []
    var subscription: (any Subscription)?
    /// Called with each value, before its demand is returned.
    var onValue: (Downstream) -> Void = { _ in }
    /// What is asked for once there is a subscription; nil asks nothing.
    var first: Subscribers.Demand? = .unlimited

    var values: Int { events.count { $0 == .value } }
    var ends: Int { events.count { $0 == .finished || $0 == .failed } }
}

/// A subscriber of any types that tells a ``Downstream``, and counts how many of its kind live.
final class Recording<Input, Failure: Error>: Subscriber {
    private let downstream: Downstream
    private let life: Life

    init(_ downstream: Downstream, life: Life) {
        self.downstream = downstream
        self.life = life
        life.count += 1
    }

    deinit {
        life.count -= 1
    }

    func receive(subscription: any Subscription) {
        guard downstream.subscription == nil else { return subscription.cancel() }
        downstream.events.append(.subscription)
        downstream.subscription = subscription
        if let first = downstream.first { subscription.request(first) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.events.append(.value)
        downstream.onValue(downstream)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if case .finished = completion {
            downstream.events.append(.finished)
        } else {
            downstream.events.append(.failed)
        }
    }
}

final class Life {
    var count = 0
}
