public import Synchronization

/// The links of an operator with many upstreams to each of them: its sides, told apart by their index.
///
/// Values ask `isOpen`, which costs a load; what changes the links goes through the lock. A subscription is never called
/// while the lock is held.
@usableFromInline struct SideLinks: ~Copyable {
    @usableFromInline struct State {
        @usableFromInline var subscriptions: [(any Subscription)?]
        /// How many sides have not come yet.
        @usableFromInline var missing: Int
        @usableFromInline var closed = false

        @inlinable init(count: Int) {
            subscriptions = Array(repeating: nil, count: count)
            missing = count
        }
    }

    @usableFromInline enum Arrival {
        case taken
        /// Taken, and no other is missing.
        case last
        /// A second one of its side, or one after the end: it was cancelled.
        case refused
    }

    @usableFromInline let open = Atomic<Bool>(true)
    @usableFromInline let state: Guarded<State>

    @inlinable init(count: Int) {
        state = Guarded(State(count: count))
    }

    /// Neither cancelled nor closed by an end.
    @inlinable var isOpen: Bool { open.load(ordering: .relaxed) }

    /// Takes the first subscription of a side.
    @usableFromInline func connect(_ subscription: any Subscription, at index: Int) -> Arrival {
        let arrival = state { state -> Arrival in
            guard !state.closed, state.subscriptions[index] == nil else { return .refused }
            state.subscriptions[index] = subscription
            state.missing -= 1
            return state.missing == 0 ? .last : .taken
        }
        if case .refused = arrival {
            subscription.cancel()
        }
        return arrival
    }

    /// What is connected now: nothing after the end.
    @usableFromInline var subscriptions: [(any Subscription)?] { state { $0.subscriptions } }

    /// What one side is connected to.
    @usableFromInline func subscription(at index: Int) -> (any Subscription)? {
        state { $0.closed ? nil : $0.subscriptions[index] }
    }

    /// Asks each side that is connected for `demand` more values, but for `exception`.
    @usableFromInline func request(_ demand: Subscribers.Demand, except exception: Int? = nil) {
        for (index, subscription) in subscriptions.enumerated() where index != exception {
            subscription?.request(demand)
        }
    }

    /// Lets the subscription of a side go that has ended.
    @usableFromInline func remove(at index: Int) {
        let released = state { state -> (any Subscription)? in
            guard !state.closed else { return nil }
            defer { state.subscriptions[index] = nil }
            return state.subscriptions[index]
        }
        withExtendedLifetime(released) {}
    }

    /// Closes the links, and stops values. Returns what was connected if this call is the one that closed them.
    @usableFromInline func close() -> [(any Subscription)?]? {
        open.store(false, ordering: .relaxed)
        return disconnect()
    }

    /// Lets all sides go and takes no other, without stopping values.
    @usableFromInline func disconnect() -> [(any Subscription)?]? {
        state { state in
            guard !state.closed else { return nil }
            state.closed = true
            defer { state.subscriptions = [] }
            return state.subscriptions
        }
    }
}
