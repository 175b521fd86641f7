public import Synchronization

extension Publishers {
    /// A publisher of upstream's values that none followed for some time.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How long none may follow.
        public let dueTime: Context.SchedulerTimeType.Stride
        /// Where events are delivered, and whose clock counts.
        public let scheduler: Context
        /// What the scheduler is asked for.
        public let options: Context.SchedulerOptions?

        @inlinable public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                DebounceInner(dueTime: dueTime, scheduler: scheduler, options: options, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes a value once no other has come for `dueTime`. Upstream's end drops a value that still waits, and so does
    /// a lack of demand when its time has come; upstream is asked for any number of values.
    @inlinable public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

@usableFromInline final class DebounceInner<Context: Scheduler, Downstream: Subscriber>: Subscriber, Subscription, Inner
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline struct State {
        @usableFromInline var demand = Subscribers.Demand.none
        /// The value that waits, and the number of the wait: a later one makes an earlier one's end mean nothing.
        @usableFromInline var value: Input?
        @usableFromInline var wait = 0
        @usableFromInline var timer: (any Cancellable)?

        @inlinable init() {}
    }

    @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let ended = Atomic<Bool>(false)
    @usableFromInline let state = Guarded(State())
    @usableFromInline let gate = Gate<Event<Input, Failure>>()

    @inlinable init(
        dueTime: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions?,
        downstream: Downstream
    ) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        self.options = options
        self.downstream = downstream
    }

    @usableFromInline var name: String { "Debounce" }
    @usableFromInline var children: [Mirror.Child] {
        let (demand, value) = state { ($0.demand, $0.value) }
        return [("downstream", downstream), ("downstreamDemand", demand), ("currentValue", value as Any)]
    }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
            upstream.subscription?.request(.unlimited)
        }
    }

    @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen, !ended.load(ordering: .relaxed) else { return .none }
        let (wait, replaced) = state { state in
            defer { state.value = input }
            state.wait += 1
            return (state.wait, state.value)
        }
        withExtendedLifetime(replaced) {
            let timer = scheduler.schedule(
                after: scheduler.now.advanced(by: dueTime), interval: dueTime, tolerance: scheduler.minimumTolerance,
                options: options
            ) {
                self.due(wait)
            }
            let old = state { state -> (any Cancellable)? in
                // The wait is over already: with a scheduler that doesn't wait, or one that was fast.
                guard state.wait == wait, state.value != nil else { return timer }
                defer { state.timer = timer }
                return state.timer
            }
            old?.cancel()
        }
        return .none
    }

    @usableFromInline func due(_ wait: Int) {
        let (value, timer, wanted) = state { state -> (Input?, (any Cancellable)?, Bool) in
            guard state.wait == wait, let value = state.value else { return (nil, nil, false) }
            defer {
                state.value = nil
                state.timer = nil
            }
            guard state.demand > 0 else { return (value, state.timer, false) }
            state.demand -= 1
            return (value, state.timer, true)
        }
        timer?.cancel()
        if wanted, let value {
            gate.run(.value(value), perform: deliver)
        }
    }

    @usableFromInline func deliver(_ event: Event<Input, Failure>) {
        switch event {
        case .value(let value):
            guard upstream.isOpen else { return }
            let more = downstream.receive(value)
            state { $0.demand += more }
        case .completion(let completion):
            if upstream.close() != nil {
                downstream.receive(completion: completion)
            }
        }
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.isOpen, !ended.exchange(true, ordering: .relaxed) else { return }
        stopWaiting()
        scheduler.schedule {
            self.gate.run(.completion(completion), perform: self.deliver)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        if upstream.isOpen {
            state { $0.demand += demand }
        }
    }

    @usableFromInline func cancel() {
        guard upstream.isOpen else { return }
        let subscription = upstream.close()
        stopWaiting()
        subscription?.cancel()
    }

    @usableFromInline func stopWaiting() {
        let (timer, value) = state { state in
            defer {
                state.wait += 1
                state.value = nil
                state.timer = nil
            }
            return (state.timer, state.value)
        }
        withExtendedLifetime(value) {
            timer?.cancel()
        }
    }
}
