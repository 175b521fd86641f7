extension Publishers {
    /// When collected values are published.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// At the end of each interval of time.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// At the end of each interval of time, and as soon as there is a number of values.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// A publisher of arrays of the values that came in an interval of time.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// When collected values are published.
        public let strategy: Publishers.TimeGroupingStrategy<Context>
        /// What the scheduler is asked for.
        public let options: Context.SchedulerOptions?

        @inlinable public init(
            upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.strategy = strategy
            self.options = options
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(CollectByTimeInner(strategy, options: options, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes the values that came since the last time, in an array, by a scheduler's clock: at the end of each interval,
    /// counted from the subscription, and with `.byTimeOrCount` also as soon as there are that many. An interval without
    /// a value publishes nothing, and values stay until an array is asked for; upstream is asked for any number of values.
    ///
    /// Upstream's end publishes what has come before it is passed on; an error doesn't.
    @inlinable public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
    }
}

@usableFromInline
final class CollectByTimeInner<Input, Context: Scheduler, Downstream: Subscriber>: Subscriber,
    Subscription, Inner
where Downstream.Input == [Input] {
    @usableFromInline typealias Failure = Downstream.Failure

    /// Why it may be time to publish.
    enum Reason {
        /// An interval is over.
        case time
        /// There are values enough.
        case count
        case completion(Subscribers.Completion<Failure>)
    }

    struct State {
        /// Arrays that are full, and the one that isn't.
        var full = Queue<[Input]>()
        var values: [Input] = []
        var demand = Subscribers.Demand.none
        var ended = false
        var timer: (any Cancellable)?
    }

    let scheduler: Context
    let interval: Context.SchedulerTimeType.Stride
    let count: Int
    let options: Context.SchedulerOptions?
    let downstream: Downstream
    let upstream = UpstreamLink()
    let state = Guarded(State())
    let turns = Turns<Reason>()

    @usableFromInline init(
        _ strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?,
        downstream: Downstream
    ) {
        switch strategy {
        case .byTime(let scheduler, let interval):
            (self.scheduler, self.interval, count) = (scheduler, interval, .max)
        case .byTimeOrCount(let scheduler, let interval, let count):
            (self.scheduler, self.interval, self.count) = (scheduler, interval, count)
        }
        self.options = options
        self.downstream = downstream
    }

    @usableFromInline var name: String { "CollectByTime" }
    @usableFromInline var children: [Mirror.Child] { [] }

    @usableFromInline func receive(subscription: any Subscription) {
        guard upstream.connect(subscription) else { return }
        downstream.receive(subscription: self)
        guard upstream.isOpen else { return }
        let timer = scheduler.schedule(
            after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
            options: options
        ) { [weak self] in
            self?.publish(.time)
        }
        let isOpen = state { state in
            // Cancelled meanwhile, on another thread.
            guard upstream.isOpen else { return false }
            state.timer = timer
            return true
        }
        if isOpen {
            subscription.request(.unlimited)
        } else {
            timer.cancel()
        }
    }

    @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        let isFull = state { state in
            guard !state.ended else { return false }
            state.values.append(input)
            guard state.values.count >= count else { return false }
            state.full.append(state.values)
            state.values = []
            return true
        }
        if isFull {
            schedule(.count)
        }
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.isOpen else { return }
        let (isFirst, timer) = state { state in
            defer {
                state.ended = true
                state.timer = nil
            }
            return (!state.ended, state.timer)
        }
        timer?.cancel()
        if isFirst {
            schedule(.completion(completion))
        }
    }

    private func schedule(_ reason: Reason) {
        turns.append(reason)
        scheduler.schedule(options: options) {
            self.turns.take(self.deliver)
        }
    }

    private func publish(_ reason: Reason) {
        turns.append(reason)
        turns.take(deliver)
    }

    private func deliver(_ reason: Reason) {
        guard upstream.isOpen else { return }
        switch reason {
        case .time:
            publishValues(onlyFull: false, onlyAskedFor: true)
        case .count:
            publishValues(onlyFull: true, onlyAskedFor: true)
        case .completion(.finished):
            publishValues(onlyFull: false, onlyAskedFor: false)
            end(.finished)
        case .completion(let failure):
            end(failure)
        }
    }

    private func publishValues(onlyFull: Bool, onlyAskedFor: Bool) {
        while upstream.isOpen, let values = takeValues(onlyFull: onlyFull, onlyAskedFor: onlyAskedFor) {
            let more = downstream.receive(values)
            state { $0.demand += more }
        }
    }

    private func takeValues(onlyFull: Bool, onlyAskedFor: Bool) -> [Input]? {
        state { state in
            guard !onlyAskedFor || state.demand > 0 else { return nil }
            var next = state.full.popFirst()
            if next == nil, !onlyFull, !state.values.isEmpty {
                next = state.values
                state.values = []
            }
            if next != nil, state.demand > 0 {
                state.demand -= 1
            }
            return next
        }
    }

    private func end(_ completion: Subscribers.Completion<Failure>) {
        if upstream.close() != nil {
            downstream.receive(completion: completion)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        if upstream.isOpen {
            state { $0.demand += demand }
        }
    }

    @usableFromInline func cancel() {
        let subscription = upstream.close()
        // What was collected is let go with the lock open.
        let released = state { state in
            defer {
                state.timer = nil
                state.values = []
                state.full = Queue()
            }
            return (state.timer, state.values, state.full)
        }
        withExtendedLifetime(released) {
            released.0?.cancel()
            subscription?.cancel()
        }
    }
}
