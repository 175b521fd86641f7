extension Publishers {
    /// A publisher that hands upstream's values to all its subscribers through a subject, from `connect()` on.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Makes the subject, when the first subscriber comes or at `connect()`.
        public let createSubject: () -> SubjectType

        private let subject = Guarded<SubjectType?>(nil)

        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        public func receive<S: Subscriber>(subscriber: S)
        where S.Input == SubjectType.Output, S.Failure == SubjectType.Failure {
            currentSubject().subscribe(MulticastInner(subscriber))
        }

        /// Subscribes the subject to upstream.
        public func connect() -> any Cancellable {
            upstream.subscribe(currentSubject())
        }

        private func currentSubject() -> SubjectType {
            if let subject = subject({ $0 }) {
                return subject
            }
            // Made with the lock open. Of two made at the same moment, one stays.
            let made = createSubject()
            return subject { subject in
                if let subject {
                    return subject
                }
                subject = made
                return made
            }
        }
    }
}

extension Publisher {
    /// Hands the values to all subscribers through a subject that `createSubject` makes, from `connect()` on.
    public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Hands the values to all subscribers through `subject`, from `connect()` on.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        multicast { subject }
    }
}

/// Between the subject and one subscriber.
private final class MulticastInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    typealias Failure = Downstream.Failure

    private let upstream = UpstreamLink()
    // Let go at the end, as the subscriber may hold this subscription for good.
    private let downstream: Guarded<Downstream?>

    init(_ downstream: Downstream) {
        self.downstream = Guarded(downstream)
    }

    var name: String { "Multicast" }

    func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream { $0 }?.receive(subscription: self)
        }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard upstream.isOpen, let demand = downstream({ $0 })?.receive(input), demand != .none else { return .none }
        // The subject may be one that doesn't mind the demand that values return.
        upstream.subscription?.request(demand)
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if let subscription = upstream.close() {
            withExtendedLifetime(subscription) {
                downstream.take()?.receive(completion: completion)
            }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    func cancel() {
        guard let subscription = upstream.close() else { return }
        withExtendedLifetime(downstream.take()) {
            subscription.cancel()
        }
    }
}
