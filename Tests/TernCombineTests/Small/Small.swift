import TernCombine

/// What these tests put on both sides of an operator. Each side keeps a log of what it was told.
enum Small {
    enum Oops: Error {
        case oops
    }

    final class Upstream: Subscription, CustomStringConvertible {
        var log: [String] = []
        var onRequest: (Subscribers.Demand) -> Void = { _ in }
        var onCancel: () -> Void = {}
        let description = "Upstream"

        func request(_ demand: Subscribers.Demand) {
            log.append("request \(demand)")
            onRequest(demand)
        }

        func cancel() {
            log.append("cancel")
            onCancel()
        }
    }

    final class Source<Output, Failure: Error>: Publisher {
        let subscription: Upstream?
        var subscriber: (any Subscriber<Output, Failure>)?

        init(_ subscription: Upstream?) {
            self.subscription = subscription
        }

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            self.subscriber = subscriber
            if let subscription {
                subscriber.receive(subscription: subscription)
            }
        }

        @discardableResult func send(_ value: Output) -> Subscribers.Demand {
            subscriber?.receive(value) ?? .none
        }

        func send(_ completion: Subscribers.Completion<Failure>) {
            subscriber?.receive(completion: completion)
        }
    }

    final class Downstream<Input, Failure: Error>: Subscriber {
        var log: [String] = []
        var subscription: (any Subscription)?
        var demand: Subscribers.Demand?
        var reply: Subscribers.Demand
        var onSubscription: (any Subscription) -> Void = { _ in }
        var onValue: (Input) -> Void = { _ in }
        var onCompletion: () -> Void = {}

        init(_ demand: Subscribers.Demand?, reply: Subscribers.Demand) {
            self.demand = demand
            self.reply = reply
        }

        func receive(subscription: any Subscription) {
            log.append("subscription \(subscription)")
            self.subscription = subscription
            if let demand {
                subscription.request(demand)
            }
            onSubscription(subscription)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            log.append("\(input)")
            onValue(input)
            return reply
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            switch completion {
            case .finished: log.append("finished")
            case .failure(let error): log.append("failed \(error)")
            }
            onCompletion()
        }
    }

    /// An operator between the two.
    final class Rig<Input, Output, Failure: Error> {
        let upstream = Upstream()
        let source: Source<Input, Oops>
        let downstream: Downstream<Output, Failure>

        init<P: Publisher<Output, Failure>>(
            demand: Subscribers.Demand? = nil, reply: Subscribers.Demand = .none, late: Bool = false,
            _ make: (Source<Input, Oops>) -> P
        ) {
            source = Source(late ? nil : upstream)
            downstream = Downstream(demand, reply: reply)
            make(source).subscribe(downstream)
        }

        /// The operator's own subscriber: also its subscription, if it has one.
        var inner: any Subscriber<Input, Oops> { source.subscriber! }

        var mirror: [String: String] {
            [String: String](
                Mirror(reflecting: inner).children.map { ($0.label ?? "", "\($0.value)") }, uniquingKeysWith: { $1 })
        }
    }

    /// What becomes of a second subscription, and of one after a cancellation.
    static func secondSubscriptions<Input, Output, Failure: Error>(of rig: Rig<Input, Output, Failure>) -> [[String]] {
        [false, true].map { cancelled in
            if cancelled {
                rig.downstream.subscription?.cancel()
            }
            let other = Upstream()
            rig.inner.receive(subscription: other)
            return other.log
        }
    }
}
