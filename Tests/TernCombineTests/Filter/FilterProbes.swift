import Testing
import TernCombine

enum FilterTestError: Error {
    case oops
}

/// A subscription that notes what is asked of it.
final class FilterTestSubscription: Subscription {
    var history: [String] = []

    func request(_ demand: Subscribers.Demand) {
        history.append("request \(demand)")
    }

    func cancel() {
        history.append("cancel")
    }
}

/// A publisher whose events the test sends, in whatever order.
final class FilterTestSource<Output, Failure: Error>: Publisher {
    let subscription = FilterTestSubscription()
    var subscriber: (any Subscriber<Output, Failure>)?
    private let subscribesAtOnce: Bool

    init(subscribesAtOnce: Bool = true) {
        self.subscribesAtOnce = subscribesAtOnce
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        self.subscriber = subscriber
        if subscribesAtOnce {
            subscriber.receive(subscription: subscription)
        }
    }

    func send(_ value: Output) -> Subscribers.Demand {
        subscriber!.receive(value)
    }

    func send(_ completion: Subscribers.Completion<Failure>) {
        subscriber!.receive(completion: completion)
    }
}

/// A subscriber that notes what it receives.
final class FilterTestSubscriber<Input, Failure: Error>: Subscriber {
    var history: [String] = []
    /// What came after the subscription.
    var events: [String] { Array(history.dropFirst()) }
    var subscription: (any Subscription)?
    var onEvent: () -> Void = {}
    private let initial: Subscribers.Demand
    private let further: Subscribers.Demand

    init(_ initial: Subscribers.Demand = .none, each further: Subscribers.Demand = .none) {
        self.initial = initial
        self.further = further
    }

    func receive(subscription: any Subscription) {
        history.append("subscription \(subscription)")
        self.subscription = subscription
        onEvent()
        if initial > 0 {
            subscription.request(initial)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        history.append("\(input)")
        onEvent()
        return further
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: history.append("finished")
        case .failure(let error): history.append("failure \(error)")
        }
        onEvent()
    }
}

/// An operator on numbers, its results as text, with what is to be expected of it.
struct FilterTestCase: Sendable, CustomTestStringConvertible {
    typealias Source = FilterTestSource<Int, any Error>
    typealias Make = @Sendable (Source) -> AnyPublisher<String, any Error>

    let name: String
    let make: Make
    /// What 2, 1, 3 and the end give.
    var outputs: [String] = []
    /// What the end alone gives.
    var empty: [String] = []
    /// How many of 2, 1, 3 make the result final.
    var finalAfter: Int?

    var testDescription: String { name }

    init(
        _ name: String, _ outputs: [String], empty: [String] = [], finalAfter: Int? = nil, make: @escaping Make
    ) {
        self.name = name
        self.make = make
        self.outputs = outputs
        self.empty = empty
        self.finalAfter = finalAfter
    }
}

extension Publisher where Failure == any Error {
    /// The values as text, with the operator's own subscription.
    func asText() -> AnyPublisher<String, any Error> {
        map { "\($0)" }.eraseToAnyPublisher()
    }
}
