import TernCombine

struct Failed: Error, Equatable {
    var number = 0
}

/// A publisher whose events are sent by hand, in whatever order, right or wrong.
final class ManualPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Failed

    /// Whether a subscriber is handed a subscription at once.
    let subscribes: Bool
    private(set) var subscriptions: [ManualSubscription] = []
    private var downstream: AnySubscriber<Int, Failed>?

    init(subscribes: Bool = true) {
        self.subscribes = subscribes
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failed {
        downstream = AnySubscriber(subscriber)
        if subscribes { subscribe() }
    }

    /// Sends one more subscription.
    func subscribe() {
        let subscription = ManualSubscription()
        subscriptions.append(subscription)
        downstream?.receive(subscription: subscription)
    }

    @discardableResult func send(_ value: Int) -> Subscribers.Demand {
        downstream?.receive(value) ?? .none
    }

    func send(completion: Subscribers.Completion<Failed>) {
        downstream?.receive(completion: completion)
    }

    func release() {
        downstream = nil
    }
}

final class ManualSubscription: Subscription {
    private(set) var requests: [Subscribers.Demand] = []
    private(set) var cancellations = 0

    func request(_ demand: Subscribers.Demand) {
        requests.append(demand)
    }

    func cancel() {
        cancellations += 1
    }
}
