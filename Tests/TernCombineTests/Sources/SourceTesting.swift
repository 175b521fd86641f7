import Synchronization
import TernCombine

/// What the tests of sources and subscribers share.
enum SourceTesting {
    struct Oops: Error, Hashable, Codable, CustomStringConvertible {
        var name = "oops"
        var description: String { name }
    }

    enum Event<Input: Equatable, Failure: Error & Equatable>: Equatable {
        /// A subscription, as it describes itself at the time.
        case subscription(String)
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    /// A subscriber that writes down what it receives.
    final class Tracker<Input: Equatable, Failure: Error & Equatable>: Subscriber {
        var events: [Event<Input, Failure>] = []
        var subscription: (any Subscription)?
        var onSubscription: (any Subscription) -> Void
        var onValue: (Input) -> Subscribers.Demand
        private let onDeinit: () -> Void

        init(
            onSubscription: @escaping (any Subscription) -> Void = { _ in },
            onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none }, onDeinit: @escaping () -> Void = {}
        ) {
            self.onSubscription = onSubscription
            self.onValue = onValue
            self.onDeinit = onDeinit
        }

        deinit { onDeinit() }

        var values: [Input] {
            events.compactMap { if case .value(let value) = $0 { value } else { nil } }
        }

        func receive(subscription: any Subscription) {
            events.append(.subscription("\(subscription)"))
            self.subscription = subscription
            onSubscription(subscription)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            events.append(.value(input))
            return onValue(input)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            events.append(.completion(completion))
        }
    }

    /// A number that many threads may add to.
    final class Count: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .sequentiallyConsistent) }
        func add() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    }

    /// A subscription that writes down what is asked of it.
    final class Upstream: Subscription, Sendable {
        enum Call: Equatable {
            case request(Subscribers.Demand)
            case cancel
        }

        private let log = Mutex<[Call]>([])
        var calls: [Call] { log.withLock { $0 } }

        func request(_ demand: Subscribers.Demand) { log.withLock { $0.append(.request(demand)) } }
        func cancel() { log.withLock { $0.append(.cancel) } }
    }

    /// A publisher that does nothing by itself; the test drives its one subscriber.
    // @unchecked Sendable: the subscriber is set once, before other threads are told.
    final class Driver<Output, Failure: Error>: Publisher, @unchecked Sendable {
        var subscriber: AnySubscriber<Output, Failure>?
        var erased: Any?
        private let upstream: Upstream?

        init(_ upstream: Upstream?) {
            self.upstream = upstream
        }

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            self.subscriber = AnySubscriber(subscriber)
            erased = subscriber
            if let upstream {
                subscriber.receive(subscription: upstream)
            }
        }
    }

    static func children(_ subject: Any) -> [String] {
        Mirror(reflecting: subject).children.map { "\($0.label ?? "_"): \($0.value)" }
    }
}
