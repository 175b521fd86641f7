extension Publishers {
    /// A publisher of the time between upstream's values.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Context.SchedulerTimeType.Stride
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whose clock measures.
        public let scheduler: Context

        @inlinable public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(MeasureIntervalInner<Upstream.Output, Context, S>(scheduler, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Publishes, in place of each value, the time since the one before, or since the subscription, by `scheduler`'s clock.
    /// - Parameter options: not used, as nothing is scheduled.
    @inlinable public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}

@usableFromInline
final class MeasureIntervalInner<Input, Context: Scheduler, Downstream: Subscriber>: Subscriber,
    Subscription, Inner
where Downstream.Input == Context.SchedulerTimeType.Stride {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let scheduler: Context
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    // Set with the subscription, then touched by upstream's serial events only.
    @usableFromInline var last: Context.SchedulerTimeType?

    @inlinable init(_ scheduler: Context, downstream: Downstream) {
        self.scheduler = scheduler
        self.downstream = downstream
    }

    @usableFromInline var name: String { "MeasureInterval" }
    @usableFromInline var children: [Mirror.Child] { [] }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            last = scheduler.now
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen, let before = last else { return .none }
        let now = scheduler.now
        last = now
        let demand = downstream.receive(before.distance(to: now))
        // As with Apple's, upstream is asked in a call of its own.
        if demand > 0 {
            upstream.subscription?.request(demand)
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.close() != nil {
            downstream.receive(completion: completion)
        }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    @inlinable func cancel() {
        upstream.cancel()
    }
}
