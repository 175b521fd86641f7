extension Publishers {
    /// A publisher that delivers upstream's events some time later.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How much later.
        public let interval: Context.SchedulerTimeType.Stride
        /// How late a delivery may be.
        public let tolerance: Context.SchedulerTimeType.Stride
        /// Where events are delivered.
        public let scheduler: Context
        /// What the scheduler is asked for.
        public let options: Context.SchedulerOptions?

        @inlinable public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let schedule = DelaySchedule(
                scheduler: scheduler, interval: interval, tolerance: tolerance, options: options)
            upstream.subscribe(ScheduledRelay(schedule, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Delivers values and the end, well or not, `interval` later on `scheduler`. The subscription is passed on at once.
    /// - Parameter tolerance: how late a delivery may be; the scheduler's least when nil.
    @inlinable public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}

// Has no name: Apple's subscription of this operator prints itself as any object does.
@usableFromInline struct DelaySchedule<Context: Scheduler>: SchedulingStrategy {
    @usableFromInline let scheduler: Context
    @usableFromInline let interval: Context.SchedulerTimeType.Stride
    @usableFromInline let tolerance: Context.SchedulerTimeType.Stride
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable init(
        scheduler: Context, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
        options: Context.SchedulerOptions?
    ) {
        self.scheduler = scheduler
        self.interval = interval
        self.tolerance = tolerance
        self.options = options
    }

    @inlinable func callAsFunction(_ action: @escaping () -> Void) {
        scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options, action)
    }
}
