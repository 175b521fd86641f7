import Dispatch
import TernCombine

enum ManyError: Error, Equatable {
    case oops
}

/// A subscription that remembers what was done to it.
final class ManySubscription: Subscription, CustomStringConvertible {
    private(set) var history: [String] = []
    var onRequest: (Subscribers.Demand) -> Void = { _ in }

    func request(_ demand: Subscribers.Demand) {
        history.append("request \(demand)")
        onRequest(demand)
    }

    func cancel() { history.append("cancel") }

    var description: String { "ManySubscription" }
}

/// A publisher that hands out its subscription and whatever it is told to send, asked for or not.
final class ManySource: Publisher {
    typealias Output = Int
    typealias Failure = ManyError

    let subscription = ManySubscription()
    private(set) var subscriber: (any Subscriber<Int, ManyError>)?

    var history: [String] { subscription.history }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == ManyError {
        self.subscriber = subscriber
        subscriber.receive(subscription: subscription)
    }

    @discardableResult func send(_ value: Int) -> Subscribers.Demand { subscriber!.receive(value) }
    func finish() { subscriber!.receive(completion: .finished) }
    func fail() { subscriber!.receive(completion: .failure(.oops)) }
}

/// A subscriber that remembers what it received, in words.
final class ManyRecorder<Input>: Subscriber {
    typealias Failure = ManyError

    private(set) var events: [String] = []
    private(set) var subscription: (any Subscription)?
    let initial: Subscribers.Demand?
    var onValue: (Input) -> Subscribers.Demand

    init(_ initial: Subscribers.Demand? = .unlimited, onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none })
    {
        self.initial = initial
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        events.append("\(subscription)")
        self.subscription = subscription
        if let initial {
            subscription.request(initial)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        events.append("\(input)")
        return onValue(input)
    }

    func receive(completion: Subscribers.Completion<ManyError>) {
        events.append(completion == .finished ? "finished" : "failed")
    }
}

/// Lets a test's threads share what is under test.
// Each thread uses a source of its own, and what is under test makes the rest safe.
struct Shared<Value>: @unchecked Sendable {
    let value: Value
}

/// Sends 0 ..< count from each source, each on a thread of its own, and finishes it.
func sendFromThreads(_ sources: [ManySource], count: Int) {
    let sources = Shared(value: sources)
    DispatchQueue.concurrentPerform(iterations: sources.value.count) { index in
        let source = sources.value[index]
        for value in 0..<count {
            source.send(value)
        }
        source.finish()
    }
}

func makeSources(_ count: Int) -> [ManySource] {
    (0..<count).map { _ in ManySource() }
}
