extension Publishers {
    /// A publisher that delivers nothing before `connect()`, made of one that begins by itself.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        private let inner: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        public init(upstream: Upstream) {
            inner = upstream.multicast(PassthroughSubject.init)
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.subscribe(subscriber)
        }

        public func connect() -> any Cancellable {
            inner.connect()
        }
    }

    /// A publisher that connects its upstream when the first subscriber has subscribed, and disconnects it when the last
    /// one has cancelled.
    public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public final let upstream: Upstream

        private let state = Guarded<(subscriptions: Int, connection: (any Cancellable)?)>((0, nil))

        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isFirst = state { state in
                state.subscriptions += 1
                return state.subscriptions == 1 && state.connection == nil
            }
            upstream.subscribe(AutoconnectInner(self, downstream: subscriber) { [self] in leave() })
            guard isFirst else { return }
            let connection = upstream.connect()
            // Everybody may have left by now.
            let isWanted = state { state in
                if state.subscriptions > 0 {
                    state.connection = connection
                }
                return state.subscriptions > 0
            }
            if !isWanted {
                connection.cancel()
            }
        }

        private func leave() {
            let connection = state { state -> (any Cancellable)? in
                state.subscriptions -= 1
                guard state.subscriptions == 0 else { return nil }
                defer { state.connection = nil }
                return state.connection
            }
            connection?.cancel()
        }
    }

    /// A publisher that all its subscribers share: upstream sees one subscriber, from the first to the last of them.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream

        private let inner: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

        public init(upstream: Upstream) {
            self.upstream = upstream
            inner = upstream.multicast(PassthroughSubject.init).autoconnect()
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.subscribe(subscriber)
        }

        public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
    }
}

extension Publisher {
    /// Shares one subscription among all subscribers. Who comes late receives only what comes later.
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}

extension Publisher where Failure == Never {
    /// Delivers nothing before `connect()`.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}

extension ConnectablePublisher {
    /// Connects when the first subscriber has subscribed, and disconnects when the last one has cancelled.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}

private struct AutoconnectInner<Downstream: Subscriber>: Subscriber, Inner {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    let parent: AnyObject
    let downstream: Downstream
    let leave: () -> Void
    let combineIdentifier = CombineIdentifier()

    init(_ parent: AnyObject, downstream: Downstream, leave: @escaping () -> Void) {
        self.parent = parent
        self.downstream = downstream
        self.leave = leave
    }

    var name: String { "Autoconnect" }
    var children: [Mirror.Child] { [("parent", parent), ("downstream", downstream)] }

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: LeavingSubscription(subscription, leave: leave))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}

/// Upstream's subscription, to which it looks alike; says once that it was cancelled.
private final class LeavingSubscription: Subscription, CustomStringConvertible, CustomPlaygroundDisplayConvertible {
    private let upstream: any Subscription
    private let leave: Guarded<(() -> Void)?>

    init(_ upstream: any Subscription, leave: @escaping () -> Void) {
        self.upstream = upstream
        self.leave = Guarded(leave)
    }

    var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
    var description: String { String(describing: upstream) }
    var playgroundDescription: Any { description }

    func request(_ demand: Subscribers.Demand) {
        upstream.request(demand)
    }

    func cancel() {
        leave.take()?()
        upstream.cancel()
    }
}
