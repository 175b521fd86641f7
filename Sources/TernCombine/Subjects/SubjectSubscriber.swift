/// Passes an upstream's events on to a subject, and is the subscription that the subject is given.
///
/// It does not keep the subject alive. A subject that goes cancels its upstreams, and so this.
final class SubjectSubscriber<Base: Subject>: Subscriber, Subscription, Inner {
    private weak let subject: Base?
    private let upstream = UpstreamLink()

    init(_ subject: Base) {
        self.subject = subject
    }

    var name: String { "Subject" }
    var children: [Mirror.Child] {
        let subject = upstream.isClosed ? nil : subject
        return [
            ("downstreamSubject", subject as Any), ("upstreamSubscription", upstream.subscription as Any),
            ("subject", subject as Any),
        ]
    }

    func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            subject?.send(subscription: self)
        }
    }

    func receive(_ input: Base.Output) -> Subscribers.Demand {
        if upstream.isOpen {
            subject?.send(input)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Base.Failure>) {
        if let subscription = upstream.close() {
            withExtendedLifetime(subscription) {
                subject?.send(completion: completion)
            }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    func cancel() {
        upstream.cancel()
    }
}
