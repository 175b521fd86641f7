extension Publishers {
    /// A publisher that subscribes to upstream anew when it fails.
    public struct Retry<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How often to try again; without end when nil or negative.
        public let retries: Int?

        /// - Parameter retries: how often to try again; without end when nil or negative.
        @inlinable public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            RetryInner(upstream, retries: retries, downstream: subscriber).subscribe()
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Subscribes to this publisher anew when it fails, at most `retries` times, and asks it for what is still wanted.
    /// The failure after that is passed on. A negative number stands for any number of times.
    @inlinable @inline(__always) public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

@usableFromInline final class RetryInner<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription, Inner
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline struct State {
        // Both are nil after the end.
        @usableFromInline var upstream: Upstream?
        @usableFromInline var downstream: Downstream?
        @usableFromInline var subscription: (any Subscription)?
        @usableFromInline var demand = Subscribers.Demand.none
        @usableFromInline var left: Int?
        @usableFromInline var introduced = false
        /// `subscribe(_:)` of upstream is under way, and whether it is to be called once more.
        @usableFromInline var subscribing = false
        @usableFromInline var again = false

        @inlinable init(_ upstream: Upstream, left: Int?, downstream: Downstream) {
            self.upstream = upstream
            self.left = left
            self.downstream = downstream
        }
    }

    @usableFromInline let state: Guarded<State>

    @inlinable init(_ upstream: Upstream, retries: Int?, downstream: Downstream) {
        let left = retries.flatMap { $0 < 0 ? nil : $0 }
        state = Guarded(State(upstream, left: left, downstream: downstream))
    }

    @usableFromInline var name: String { "Retry" }

    /// Subscribes to upstream, again and again as long as it fails meanwhile: by a loop, so that the stack stays as it is.
    @inlinable func subscribe() {
        while true {
            let upstream = state { state -> Upstream? in
                guard !state.subscribing else {
                    state.again = true
                    return nil
                }
                state.subscribing = true
                state.again = false
                return state.upstream
            }
            guard let upstream else { return }
            upstream.subscribe(self)
            let again = state { state in
                state.subscribing = false
                return state.again
            }
            guard again else { return }
        }
    }

    @inlinable func receive(subscription: any Subscription) {
        let (taken, newcomer, demand) = state { state -> (Bool, Downstream?, Subscribers.Demand) in
            guard let downstream = state.downstream, state.subscription == nil else { return (false, nil, .none) }
            state.subscription = subscription
            defer { state.introduced = true }
            return (true, state.introduced ? nil : downstream, state.demand)
        }
        guard taken else {
            subscription.cancel()
            return
        }
        newcomer?.receive(subscription: self)
        if newcomer == nil, demand > 0 {
            subscription.request(demand)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        let downstream = state { state -> Downstream? in
            guard let downstream = state.downstream else { return nil }
            // Traps when nothing was asked for, as Apple's does.
            state.demand -= 1
            return downstream
        }
        guard let downstream else { return .none }
        let more = downstream.receive(input)
        if more > 0 {
            add(more)
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        var ended: State?
        let again = state { state -> Bool in
            if case .failure = completion, state.downstream != nil, state.left != 0 {
                state.left = state.left.map { $0 - 1 }
                // Let go of with the lock open.
                ended = state
                state.subscription = nil
                return true
            }
            ended = end(&state)
            return false
        }
        if again {
            ended = nil
            subscribe()
        } else {
            ended?.downstream?.receive(completion: completion)
        }
    }

    @inlinable func add(_ demand: Subscribers.Demand) {
        let subscription = state { state in
            state.demand += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        add(demand)
    }

    @inlinable func cancel() {
        let ended = state { end(&$0) }
        ended.subscription?.cancel()
    }

    /// Empties the state. Returns what was in it, to be released with the lock open.
    @inlinable func end(_ state: inout State) -> State {
        let ended = state
        state.upstream = nil
        state.downstream = nil
        state.subscription = nil
        return ended
    }
}
