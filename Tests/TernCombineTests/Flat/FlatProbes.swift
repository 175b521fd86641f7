import TernCombine

struct FlatError: Error, Equatable {
    let name: String
    static let oops = FlatError(name: "oops")
}

/// A subscription that keeps what it was asked, in order.
final class FlatLink: Subscription {
    enum Call: Equatable {
        case request(Subscribers.Demand)
        case cancel
    }

    var calls: [Call] = []
    var onRequest: (Subscribers.Demand) -> Void = { _ in }
    var onCancel: () -> Void = {}

    func request(_ demand: Subscribers.Demand) {
        calls.append(.request(demand))
        onRequest(demand)
    }

    func cancel() {
        calls.append(.cancel)
        onCancel()
    }
}

/// A publisher driven by hand, which doesn't mind what its subscriber asked for.
final class FlatSource<Output, Failure: Error>: Publisher {
    let link: FlatLink?
    var subscriber: AnySubscribing<Output, Failure>?
    var subscriptions = 0
    var onSubscribe: () -> Void = {}

    init(_ link: FlatLink? = FlatLink()) {
        self.link = link
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        self.subscriber = AnySubscribing(subscriber)
        subscriptions += 1
        onSubscribe()
        if let link {
            subscriber.receive(subscription: link)
        }
    }

    @discardableResult func send(_ value: Output) -> Subscribers.Demand { subscriber!.value(value) }
    func send(completion: Subscribers.Completion<Failure>) { subscriber!.completion(completion) }
    func send(subscription: any Subscription) { subscriber!.subscription(subscription) }
}

struct AnySubscribing<Input, Failure: Error> {
    let subject: Any
    let identifier: CombineIdentifier
    let value: (Input) -> Subscribers.Demand
    let completion: (Subscribers.Completion<Failure>) -> Void
    let subscription: (any Subscription) -> Void

    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        subject = subscriber
        identifier = subscriber.combineIdentifier
        value = subscriber.receive
        completion = subscriber.receive(completion:)
        subscription = subscriber.receive(subscription:)
    }
}

/// A subscriber that keeps what it receives.
final class FlatRecorder<Input: Equatable, Failure: Error>: Subscriber {
    enum Event: Equatable {
        case subscription
        case value(Input)
        case finished
        case failure
    }

    var events: [Event] = []
    var subscription: (any Subscription)?
    let initial: Subscribers.Demand?
    var more: (Input) -> Subscribers.Demand
    var onCompletion: () -> Void = {}

    init(_ initial: Subscribers.Demand?, more: @escaping (Input) -> Subscribers.Demand = { _ in .none }) {
        self.initial = initial
        self.more = more
    }

    var values: [Input] {
        events.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    func receive(subscription: any Subscription) {
        events.append(.subscription)
        self.subscription = subscription
        if let initial {
            subscription.request(initial)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        events.append(.value(input))
        return more(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: events.append(.finished)
        case .failure: events.append(.failure)
        }
        onCompletion()
    }
}

typealias IntSource = FlatSource<Int, FlatError>
typealias IntRecorder = FlatRecorder<Int, FlatError>
