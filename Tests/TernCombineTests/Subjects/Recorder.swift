import TernCombine

enum TestError: Error, Equatable {
    case oops
}

/// What a subscriber, a subscription or a subject of these tests was told.
enum SubjectEvents<Value: Equatable, Failure: Error & Equatable>: Equatable {
    case subscription(String)
    case value(Value)
    case completion(Subscribers.Completion<Failure>)
    case requested(Subscribers.Demand)
    case cancelled
}

typealias SubjectRecorder = Recorder<Int, TestError>

/// A subscriber that notes what it receives, and keeps its subscription.
final class Recorder<Input: Equatable, Failure: Error & Equatable>: Subscriber {
    var history: [SubjectEvents<Input, Failure>] = []
    var subscriptions: [any Subscription] = []
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: () -> Void
    private let onDeinit: () -> Void

    init(
        onSubscription: @escaping (any Subscription) -> Void = { _ in },
        onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none },
        onCompletion: @escaping () -> Void = {}, onDeinit: @escaping () -> Void = {}
    ) {
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
        self.onDeinit = onDeinit
    }

    convenience init(asking demand: Subscribers.Demand) {
        self.init(onSubscription: { $0.request(demand) })
    }

    deinit {
        onDeinit()
    }

    var values: [Input] {
        history.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    func receive(subscription: any Subscription) {
        history.append(.subscription(String(describing: subscription)))
        subscriptions.append(subscription)
        onSubscription(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        history.append(.value(input))
        return onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        history.append(.completion(completion))
        onCompletion()
    }
}

/// A subscription that notes what it is asked.
final class RecordingSubscription: Subscription {
    var history: [SubjectEvents<Int, TestError>] = []

    func request(_ demand: Subscribers.Demand) {
        history.append(.requested(demand))
    }

    func cancel() {
        history.append(.cancelled)
    }
}

/// A publisher whose one subscriber is told what to receive by the test.
final class SubjectUpstream<Failure: Error>: Publisher {
    typealias Output = Int

    let subscription: (any Subscription)?
    var subscriber: (any Subscriber<Int, Failure>)?

    init(_ subscription: (any Subscription)?) {
        self.subscription = subscription
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        self.subscriber = subscriber
        if let subscription {
            subscriber.receive(subscription: subscription)
        }
    }
}

/// The names of a mirror's children, and whether each is nil.
func shown(_ subject: Any) -> [String] {
    Mirror(reflecting: subject).children.map { child in
        let value = String(describing: child.value)
        return "\(child.label ?? ""): \(value == "nil" ? "nil" : value.hasPrefix("max") ? value : "some")"
    }
}
