extension Publishers {
    /// A publisher of upstream's values but for the first ones.
    public struct Drop<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How many values are dropped.
        public let count: Int

        @inlinable public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber. Traps when ``count`` is negative.
        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let inner = DropInner(count, downstream: subscriber)
            // Asked for values first, it can ask upstream for everything at once.
            subscriber.receive(subscription: inner)
            upstream.subscribe(inner)
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes all but the first `count` values, which are asked for on top of what downstream asks for.
    /// Traps when subscribed to with a negative count.
    @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}

@usableFromInline final class DropInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    // Unlike most operators' this link opens again: as with Apple's, a subscription that comes after the end is taken.
    @usableFromInline struct Link {
        @usableFromInline var subscription: (any Subscription)?
        @usableFromInline var pending = Subscribers.Demand.none
        @usableFromInline var connectedOnce = false
        @usableFromInline var cancelledEarly = false

        @inlinable init() {}
    }

    @usableFromInline let downstream: Downstream
    // Touched by upstream's serial events only.
    @usableFromInline var left: Int
    @usableFromInline let link: Guarded<Link>

    @inlinable init(_ count: Int, downstream: Downstream) {
        precondition(count >= 0, "the number of values to drop must not be negative")
        self.downstream = downstream
        left = count
        link = Guarded(Link())
    }

    @usableFromInline var name: String { "Drop" }

    @usableFromInline func receive(subscription: any Subscription) {
        let demand = link { link -> Subscribers.Demand? in
            guard link.subscription == nil else { return nil }
            defer { link.pending = .none }
            let demand = link.pending + left
            if link.cancelledEarly {
                // Somebody who had asked for nothing leaves the subscription alone, as Apple's does.
                return demand > 0 ? nil : demand
            }
            link.subscription = subscription
            link.connectedOnce = true
            return demand
        }
        if let demand {
            if demand > 0 {
                subscription.request(demand)
            }
        } else {
            subscription.cancel()
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        if left > 0 {
            left -= 1
            return .none
        }
        return downstream.receive(input)
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        withExtendedLifetime(disconnect()) {
            downstream.receive(completion: completion)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let subscription = link { link in
            if link.subscription == nil {
                link.pending += demand
            }
            return link.subscription
        }
        subscription?.request(demand)
    }

    @usableFromInline func cancel() {
        disconnect(early: true)?.cancel()
    }

    @usableFromInline func disconnect(early: Bool = false) -> (any Subscription)? {
        link { link in
            defer { link.subscription = nil }
            if early, !link.connectedOnce {
                link.cancelledEarly = true
            }
            return link.subscription
        }
    }
}
