/// Upstream puts values in, from whatever thread, and downstream's requests take them out, from whatever thread. One
/// thread at a time delivers; another one leaves it what there is to do. State is touched with the lock held, and what is
/// let go of leaves the lock before it is released.
@usableFromInline final class BufferInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    /// What the thread that delivers does next.
    @usableFromInline enum Step {
        case deliver(Input)
        /// The end; with it go the values that it drops.
        case end(Subscribers.Completion<Failure>, dropping: Queue<Input>)
        case rest
    }

    /// A thread's part in the delivery.
    @usableFromInline enum Turn {
        case outermost
        case nested
    }

    @usableFromInline struct State {
        /// The thread that delivers, 0 when none does.
        @usableFromInline var owner: UInt = 0
        /// How many values are being received by downstream, one within the other.
        @usableFromInline var depth = 0
        /// Downstream has its subscription, or is just being given it.
        @usableFromInline var isAnnounced = false
        @usableFromInline var values = Queue<Input>()
        /// Values that were asked for and taken together. An error doesn't keep them back, as Apple's doesn't.
        @usableFromInline var batch = Queue<Input>()
        @usableFromInline var demand = Subscribers.Demand.none
        /// How upstream ended, or how the buffer that was full did.
        @usableFromInline var terminal: Subscribers.Completion<Failure>?
        /// Downstream has been told of the end, or has cancelled.
        @usableFromInline var isOver = false
        /// The thread on which the closure for an error runs.
        @usableFromInline var failing: UInt = 0

        @inlinable init() {}

        @inlinable var hasFailed: Bool {
            if case .failure = terminal { true } else { false }
        }

        /// Becomes the owner; nil when another thread is, or when this one has a batch to finish first.
        @inlinable mutating func takeTurn(_ thread: UInt) -> Turn? {
            if owner == 0 {
                owner = thread
                return .outermost
            }
            return owner == thread && batch.isEmpty ? .nested : nil
        }

        @inlinable mutating func next(_ turn: Turn) -> Step {
            if isAnnounced {
                if let value = batch.popFirst() {
                    depth += 1
                    return .deliver(value)
                }
                if !isOver {
                    if demand > 0, !values.isEmpty {
                        let count = Swift.min(demand.max ?? .max, values.count)
                        demand -= count
                        values.move(first: count, to: &batch)
                        return next(turn)
                    }
                    if let terminal, demand > 0 || hasFailed {
                        return end(terminal)
                    }
                }
            }
            if case .outermost = turn {
                owner = 0
            }
            return .rest
        }

        @inlinable mutating func end(_ completion: Subscribers.Completion<Failure>) -> Step {
            isOver = true
            defer { values = Queue() }
            return .end(completion, dropping: values)
        }
    }

    @usableFromInline let size: Int
    @usableFromInline let prefetch: Publishers.PrefetchStrategy
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let state: Guarded<State>

    @inlinable init(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>,
        downstream: Downstream
    ) {
        self.size = size
        self.prefetch = prefetch
        self.whenFull = whenFull
        self.downstream = downstream
        state = Guarded(State())
    }

    @usableFromInline var name: String { "Buffer" }
    @usableFromInline var children: [Mirror.Child] {
        let (values, demand, terminal) = state { ($0.values.elements, $0.demand, $0.terminal) }
        return [
            ("values", values), ("state", upstream.state { $0 }), ("downstreamDemand", demand),
            ("terminal", terminal as Any),
        ]
    }

    // Upstream is asked first, so values may come before downstream has its subscription: they wait for it.
    @usableFromInline func receive(subscription: any Subscription) {
        guard upstream.connect(subscription) else { return }
        let thread = currentThread()
        var turn = state { $0.takeTurn(thread) }
        subscription.request(prefetch == .keepFull ? .max(size) : .unlimited)
        state { $0.isAnnounced = true }
        downstream.receive(subscription: self)
        turn = turn ?? state { $0.takeTurn(thread) }
        if let turn {
            ask(subscription, for: deliver(turn))
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        let thread = currentThread()
        var dropped: Input?
        var makeError: (() -> Failure)?
        var atOnce = false
        let turn = state { state -> Turn? in
            guard !state.isOver, !state.hasFailed else { return nil }
            if state.values.count >= size {
                switch whenFull {
                case .dropNewest:
                    return state.takeTurn(thread)
                case .dropOldest:
                    dropped = state.values.popFirst()
                    guard dropped != nil else { return state.takeTurn(thread) }
                case .customError(let make):
                    precondition(
                        state.failing != thread, "the closure that makes a full buffer's error sent a value to it")
                    state.failing = thread
                    makeError = make
                    return nil
                }
            }
            let turn = state.takeTurn(thread)
            if case .outermost = turn, state.isAnnounced, state.demand > 0, state.values.isEmpty {
                atOnce = true
                state.demand -= 1
                state.depth += 1
            } else {
                state.values.append(input)
            }
            return turn
        }
        if let makeError {
            fail(makeError)
            return .none
        }
        guard let turn else { return .none }
        return upstreamDemand(deliver(turn, first: atOnce ? input : nil))
    }

    @usableFromInline func fail(_ makeError: () -> Failure) {
        let error = makeError()
        let isOver = state { state in
            state.failing = 0
            state.terminal = .failure(error)
            return state.isOver
        }
        // The link stays open: what is kept can still be asked for, and the error comes after it.
        if !isOver {
            upstream.subscription?.cancel()
        }
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.isOpen else { return }
        let thread = currentThread()
        let (turn, end) = state { state -> (turn: Turn?, end: Step) in
            guard state.terminal == nil, !state.isOver else { return (nil, .rest) }
            state.terminal = completion
            if state.owner == thread, !state.batch.isEmpty, state.hasFailed,
                state.demand == .none || state.values.isEmpty
            {
                return (nil, state.end(completion))
            }
            return (state.takeTurn(thread), .rest)
        }
        if case .end(let completion, let dropped) = end {
            finish(completion, dropping: dropped)
        }
        if let turn {
            _ = deliver(turn)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        guard let subscription = upstream.subscription else { return }
        let thread = currentThread()
        let turn = state { state -> Turn? in
            state.demand += demand
            // Within a delivery, that goes on with what is asked for now.
            return state.depth > 0 ? nil : state.takeTurn(thread)
        }
        if let turn {
            ask(subscription, for: deliver(turn))
        }
    }

    @usableFromInline func cancel() {
        guard let subscription = upstream.disconnect() else { return }
        let dropped = state { state in
            defer {
                state.values = Queue()
                state.batch = Queue()
            }
            state.isOver = true
            return (state.values, state.batch)
        }
        withExtendedLifetime(dropped) {
            subscription.cancel()
        }
    }

    /// Delivers what there is and was asked for. Returns how many values.
    @inlinable func deliver(_ turn: Turn, first: Input? = nil) -> Int {
        var delivered = 0
        var value = first
        while true {
            var demand: Subscribers.Demand?
            if let next = value.take() {
                demand = downstream.receive(next)
                delivered += 1
            }
            let step = state { state -> Step in
                if let demand {
                    state.depth -= 1
                    state.demand += demand
                }
                return state.next(turn)
            }
            switch step {
            case .deliver(let next):
                value = next
            case .end(let completion, let dropped):
                finish(completion, dropping: dropped)
            case .rest:
                return delivered
            }
        }
    }

    @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>, dropping dropped: Queue<Input>) {
        withExtendedLifetime((upstream.close(), dropped)) {
            downstream.receive(completion: completion)
        }
    }

    /// What makes up for the values that left the buffer.
    @inlinable func upstreamDemand(_ delivered: Int) -> Subscribers.Demand {
        prefetch == .keepFull ? .max(delivered) : .none
    }

    @usableFromInline func ask(_ subscription: any Subscription, for delivered: Int) {
        let demand = upstreamDemand(delivered)
        if demand > 0 {
            subscription.request(demand)
        }
    }
}
