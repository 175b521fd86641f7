/// Passes an upstream's events on to a subject.
final class SubjectSubscriber<Base: Subject>: Subscriber, Cancellable, Inner {
    private let state: Guarded<(subject: Base?, upstream: (any Subscription)?)>

    init(_ subject: Base) {
        state = Guarded((subject, nil))
    }

    var name: String { "Subject" }
    var children: [Mirror.Child] {
        let state = state { $0 }
        return [
            ("downstreamSubject", state.subject as Any), ("upstreamSubscription", state.upstream as Any),
            ("subject", state.subject as Any),
        ]
    }

    func receive(subscription: any Subscription) {
        let subject = state { state -> Base? in
            guard state.upstream == nil, let subject = state.subject else { return nil }
            state.upstream = subscription
            return subject
        }
        guard let subject else { return subscription.cancel() }
        subject.send(subscription: SubjectUpstream(self))
    }

    func receive(_ input: Base.Output) -> Subscribers.Demand {
        state { $0.upstream == nil ? nil : $0.subject }?.send(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Base.Failure>) {
        let held = state { state in
            defer { state = (nil, nil) }
            return state
        }
        if held.upstream != nil {
            held.subject?.send(completion: completion)
        }
    }

    func request(_ demand: Subscribers.Demand) {
        state { $0.upstream }?.request(demand)
    }

    func cancel() {
        let held = state { state in
            defer { state = (nil, nil) }
            return state
        }
        held.upstream?.cancel()
    }
}

/// The subscription that a subject is given for its upstream.
private struct SubjectUpstream<Base: Subject>: Subscription, Inner {
    let subscriber: SubjectSubscriber<Base>

    init(_ subscriber: SubjectSubscriber<Base>) {
        self.subscriber = subscriber
    }

    var combineIdentifier: CombineIdentifier { subscriber.combineIdentifier }
    var name: String { subscriber.name }
    var children: [Mirror.Child] { subscriber.children }

    func request(_ demand: Subscribers.Demand) { subscriber.request(demand) }
    func cancel() { subscriber.cancel() }
}
