import TernCombine

struct ScheduledFailure: Error, Equatable {}

/// A publisher that a test speaks through, with a subscription that writes down what it is asked for.
final class ScheduledSource: Publisher, Subscription {
    enum Call: Equatable {
        case request(Subscribers.Demand)
        case cancel
    }

    typealias Output = Int
    typealias Failure = ScheduledFailure

    private(set) var calls: [Call] = []
    var subscriber: (any Subscriber<Int, ScheduledFailure>)?
    var sendsSubscription = true
    var onRequest: (() -> Void)?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == ScheduledFailure {
        self.subscriber = subscriber
        if sendsSubscription {
            subscriber.receive(subscription: self)
        }
    }

    func request(_ demand: Subscribers.Demand) {
        calls.append(.request(demand))
        onRequest?()
    }

    func cancel() {
        calls.append(.cancel)
    }

    @discardableResult func send(_ value: Int) -> Subscribers.Demand {
        subscriber?.receive(value) ?? .none
    }

    func send(completion: Subscribers.Completion<ScheduledFailure>) {
        subscriber?.receive(completion: completion)
    }
}

/// A subscriber that writes down what it receives.
final class ScheduledSink<Input: Equatable, Failure: Error & Equatable>: Subscriber {
    enum Event: Equatable {
        case subscription(String)
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    private(set) var events: [Event] = []
    private(set) var subscription: (any Subscription)?
    let initial: Subscribers.Demand?
    let more: Subscribers.Demand
    var onValue: ((Input) -> Void)?
    var onDeinit: (() -> Void)?

    init(initial: Subscribers.Demand? = .unlimited, more: Subscribers.Demand = .none) {
        self.initial = initial
        self.more = more
    }

    func receive(subscription: any Subscription) {
        events.append(.subscription((subscription as? any CustomStringConvertible)?.description ?? "no name"))
        self.subscription = subscription
        if let initial {
            subscription.request(initial)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        events.append(.value(input))
        onValue?(input)
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        events.append(.completion(completion))
    }

    func letGo() {
        subscription = nil
    }

    deinit {
        onDeinit?()
    }
}

/// A source, an operator and a sink, connected.
struct ScheduledFixture<Output: Equatable> {
    let source = ScheduledSource()
    let sink: ScheduledSink<Output, ScheduledFailure>

    init<P: Publisher>(
        initial: Subscribers.Demand? = .unlimited, more: Subscribers.Demand = .none,
        _ make: (ScheduledSource) -> P
    ) where P.Output == Output, P.Failure == ScheduledFailure {
        sink = ScheduledSink(initial: initial, more: more)
        make(source).subscribe(sink)
    }

    var events: [ScheduledSink<Output, ScheduledFailure>.Event] { sink.events }
}
