public import Synchronization

/// An operator's link to its upstream: waiting for the subscription, connected, or closed for good.
///
/// Values ask `isOpen`, which costs a load; what changes the link goes through its lock. A subscription is never called
/// while the lock is held.
@usableFromInline struct UpstreamLink: ~Copyable {
    @usableFromInline enum State {
        case waiting
        case connected(any Subscription)
        case closed
    }

    @usableFromInline let open = Atomic<Bool>(false)
    @usableFromInline let state = Guarded<State>(.waiting)

    @inlinable init() {}

    /// Connected, and neither cancelled nor completed.
    @inlinable var isOpen: Bool { open.load(ordering: .relaxed) }

    /// No subscription has come, and the link isn't closed.
    @inlinable var isWaiting: Bool {
        state { state in
            if case .waiting = state { true } else { false }
        }
    }

    /// How mirrors show the link.
    @usableFromInline var status: String {
        state { state in
            switch state {
            case .waiting: "awaitingSubscription"
            case .connected: "subscribed"
            case .closed: "terminal"
            }
        }
    }

    /// Takes the first subscription; a second one, or one that comes after the end, is cancelled.
    /// - Returns: whether it was taken.
    @inlinable func connect(_ subscription: any Subscription) -> Bool {
        let taken = state { state in
            guard case .waiting = state else { return false }
            state = .connected(subscription)
            open.store(true, ordering: .relaxed)
            return true
        }
        if !taken {
            subscription.cancel()
        }
        return taken
    }

    /// The subscription, as long as the link is open.
    @inlinable var subscription: (any Subscription)? {
        state { state in
            guard case .connected(let subscription) = state else { return nil }
            return subscription
        }
    }

    /// Closed for good, by whichever side.
    var isClosed: Bool {
        state { state in
            if case .closed = state { true } else { false }
        }
    }

    /// Closes the link. Returns the subscription if this call is the one that closed it; else nil, also when none had come.
    @inlinable func close() -> (any Subscription)? {
        state { state in
            open.store(false, ordering: .relaxed)
            defer { state = .closed }
            guard case .connected(let subscription) = state else { return nil }
            return subscription
        }
    }

    /// Closes the link if it is connected, and returns the subscription; a link that waits goes on waiting, as some of
    /// Apple's operators do when they are cancelled before their subscription comes.
    @inlinable func disconnect() -> (any Subscription)? {
        state { state in
            guard case .connected(let subscription) = state else { return nil }
            open.store(false, ordering: .relaxed)
            state = .closed
            return subscription
        }
    }

    /// Closes the link, and ends what it held.
    @inlinable func cancel() {
        close()?.cancel()
    }
}
