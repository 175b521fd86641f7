public import Foundation

extension NotificationCenter {
    /// A publisher of the notifications of a center.
    ///
    /// A notification is delivered where it is posted; a subscriber that hasn't asked for it misses it.
    public struct Publisher: TernCombine.Publisher {
        public typealias Output = Notification
        public typealias Failure = Never

        public let center: NotificationCenter
        /// What is notified.
        public let name: Notification.Name
        /// Whose notifications are published; all when nil.
        public let object: AnyObject?

        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            subscriber.receive(subscription: NotificationSubscription(self, downstream: subscriber))
        }
    }

    /// A publisher of the notifications `name`, of all objects or of one.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }
}

extension NotificationCenter.Publisher: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
}

private final class NotificationSubscription<Downstream: Subscriber>: Subscription, Inner
where Downstream.Input == Notification, Downstream.Failure == Never {
    struct State {
        var downstream: Downstream?
        var parent: NotificationCenter.Publisher?
        var observation: (any NSObjectProtocol)?
        var demand = Subscribers.Demand.none
    }

    let state: Guarded<State>

    init(_ parent: NotificationCenter.Publisher, downstream: Downstream) {
        state = Guarded(State(downstream: downstream, parent: parent))
        // The center wants a sendable closure; the subscriber behind this one is called where a notification is posted.
        let action = Unchecked { [weak self] (notification: Notification) in
            self?.receive(notification)
        }
        let observation = parent.center.addObserver(forName: parent.name, object: parent.object, queue: nil) {
            action.value($0)
        }
        state { $0.observation = observation }
    }

    var name: String { "NotificationCenter Observer" }
    var children: [Mirror.Child] {
        let (parent, demand) = state { ($0.parent, $0.demand) }
        return [
            ("center", parent?.center as Any), ("name", parent?.name as Any), ("object", parent?.object as Any),
            ("demand", demand),
        ]
    }

    private func receive(_ notification: Notification) {
        let downstream = state { state -> Downstream? in
            guard state.demand > 0 else { return nil }
            state.demand -= 1
            return state.downstream
        }
        if let downstream {
            let more = downstream.receive(notification)
            state { $0.demand += more }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        state { $0.demand += demand }
    }

    func cancel() {
        let ended = state { state in
            defer { state = State() }
            return state
        }
        if let parent = ended.parent, let observation = ended.observation {
            parent.center.removeObserver(observation)
        }
    }
}
