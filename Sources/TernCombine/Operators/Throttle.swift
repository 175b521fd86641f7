extension Publishers {
    /// A publisher of at most one of upstream's values in an interval of time.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The least time between two values.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where events are delivered, and whose clock counts.
        public let scheduler: Context
        /// Whether the last of an interval's values is published; the first if not.
        public let latest: Bool

        @inlinable public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                ThrottleInner(interval: interval, scheduler: scheduler, latest: latest, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes the first value as soon as the scheduler can, and then at most one for each `interval`: the last that came
    /// meanwhile, or else the first. The end follows a value that still waits. Values that aren't asked for are dropped;
    /// upstream is asked for any number.
    @inlinable public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

@usableFromInline final class ThrottleInner<Context: Scheduler, Downstream: Subscriber>: Subscriber, Subscription, Inner
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline struct State {
        /// Let go of with the end.
        @usableFromInline var downstream: Downstream?
        @usableFromInline var demand = Subscribers.Demand.none
        @usableFromInline var value: Input?
        @usableFromInline var completion: Subscribers.Completion<Failure>?
        @usableFromInline var ended = false
        @usableFromInline var lastEmission: Context.SchedulerTimeType?

        @inlinable init(_ downstream: Downstream) {
            self.downstream = downstream
        }

        /// An emission is scheduled.
        @inlinable var isScheduled: Bool { value != nil || completion != nil }
    }

    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let scheduler: Context
    @usableFromInline let latest: Bool
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let state: Guarded<State>
    @usableFromInline let gate = Gate<Void>()

    @usableFromInline init(
        interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool, downstream: Downstream
    ) {
        self.interval = interval
        self.scheduler = scheduler
        self.latest = latest
        state = Guarded(State(downstream))
        // Apple's looks at the clock here and with the subscription; a scheduler that counts the looks sees the same.
        _ = scheduler.now
    }

    @usableFromInline var name: String { "Throttle" }
    @usableFromInline var children: [Mirror.Child] { [] }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            _ = scheduler.now
            subscription.request(.unlimited)
            state { $0.downstream }?.receive(subscription: self)
        }
    }

    @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen, !state({ $0.ended }) else { return .none }
        let now = scheduler.now
        // What is replaced is let go with the lock open.
        let (date, dropped) = state { state -> (Context.SchedulerTimeType?, Input?) in
            guard state.demand > 0 else { return (nil, nil) }
            if state.isScheduled {
                guard latest else { return (nil, nil) }
                defer { state.value = input }
                return (nil, state.value)
            }
            state.demand -= 1
            state.value = input
            return (state.lastEmission.map { Swift.max(now, $0.advanced(by: interval)) } ?? now, nil)
        }
        withExtendedLifetime(dropped) {
            if let date {
                schedule(date, now: now)
            }
        }
        return .none
    }

    @usableFromInline func schedule(_ date: Context.SchedulerTimeType, now: Context.SchedulerTimeType) {
        let action = { [weak self] () -> Void in
            self?.emit()
        }
        if date == now {
            scheduler.schedule(action)
        } else {
            scheduler.schedule(after: date, action)
        }
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.isOpen, !state({ $0.ended }) else { return }
        _ = scheduler.now
        let mustSchedule = state { state in
            defer { state.completion = completion }
            state.ended = true
            return !state.isScheduled
        }
        if mustSchedule {
            scheduler.schedule { [weak self] in
                self?.emit()
            }
        }
    }

    @usableFromInline func emit() {
        gate.run(()) {
            // The clock may call out, so it isn't asked under the lock.
            let emitsValue = state { $0.value != nil && $0.completion == nil }
            guard upstream.isOpen else { return }
            let now = emitsValue ? scheduler.now : nil
            let (downstream, value, completion) = state { state in
                defer {
                    if state.completion != nil {
                        state.downstream = nil
                    }
                    state.value = nil
                    state.completion = nil
                }
                state.lastEmission = now ?? state.lastEmission
                return (state.downstream, state.value, state.completion)
            }
            guard let downstream else { return }
            if let value {
                let more = downstream.receive(value)
                state { $0.demand += more }
            }
            if let completion, upstream.close() != nil {
                downstream.receive(completion: completion)
            }
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        if upstream.isOpen {
            state { $0.demand += demand }
        }
    }

    @usableFromInline func cancel() {
        let subscription = upstream.close()
        let released = state { state in
            defer {
                state.downstream = nil
                state.value = nil
                state.completion = nil
            }
            return (state.downstream, state.value)
        }
        withExtendedLifetime(released) {
            subscription?.cancel()
        }
    }
}
