extension Publishers {
    /// A publisher that delivers upstream's events through a scheduler.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Where events are delivered.
        public let scheduler: Context
        /// What the scheduler is asked for.
        public let options: Context.SchedulerOptions?

        @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let schedule = ReceiveOnSchedule(scheduler: scheduler, options: options)
            upstream.subscribe(ScheduledRelay(schedule, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Delivers values and the end on `scheduler`, each scheduled by itself, in upstream's order and one at a time also on
    /// a concurrent queue. The subscription is passed on at once, and requests go upstream where they are made.
    @inlinable public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}

@usableFromInline struct ReceiveOnSchedule<Context: Scheduler>: NamedSchedulingStrategy {
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable init(scheduler: Context, options: Context.SchedulerOptions?) {
        self.scheduler = scheduler
        self.options = options
    }

    @usableFromInline static var name: String { "ReceiveOn" }

    @inlinable func callAsFunction(_ action: @escaping () -> Void) {
        scheduler.schedule(options: options, action)
    }
}
