extension Publishers {
    /// A publisher that subscribes, requests and cancels through a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Where upstream is called.
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
            let inner = SubscribeOnInner(scheduler, options: options, downstream: subscriber)
            scheduler.schedule(options: options) {
                upstream.subscribe(inner)
            }
        }
    }
}

extension Publisher {
    /// Subscribes, requests and cancels on `scheduler`, each call scheduled by itself. What comes from upstream is passed
    /// on where it comes.
    @inlinable public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}

@usableFromInline
final class SubscribeOnInner<Context: Scheduler, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
{
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    /// What is asked of upstream.
    @usableFromInline enum Call {
        case request(any Subscription, Subscribers.Demand)
        case cancel(any Subscription)
    }

    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    /// Upstream sees one call at a time, whatever the scheduler does.
    @usableFromInline let gate = Gate<Call>()

    @inlinable init(_ scheduler: Context, options: Context.SchedulerOptions?, downstream: Downstream) {
        self.scheduler = scheduler
        self.options = options
        self.downstream = downstream
    }

    @usableFromInline var name: String { "SubscribeOn" }
    @usableFromInline var children: [Mirror.Child] { [] }

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        upstream.isOpen ? downstream.receive(input) : .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.close() != nil {
            downstream.receive(completion: completion)
        }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        if let subscription = upstream.subscription {
            schedule(.request(subscription, demand))
        }
    }

    @inlinable func cancel() {
        if upstream.isOpen, let subscription = upstream.close() {
            schedule(.cancel(subscription))
        }
    }

    @usableFromInline func schedule(_ call: Call) {
        scheduler.schedule(options: options) {
            self.enter(call)
        }
    }

    @usableFromInline func enter(_ call: Call) {
        switch gate.enter(call) {
        case .queued:
            return
        case .nested:
            // Apple's holds a lock while it asks upstream, and stops here.
            if case .request = call {
                preconditionFailure("a scheduler that doesn't wait was asked for values from within such a request")
            }
            perform(call)
        case .outermost:
            perform(call)
            gate.drain(perform)
        }
    }

    @usableFromInline func perform(_ call: Call) {
        switch call {
        case .request(let subscription, let demand):
            subscription.request(demand)
        case .cancel(let subscription):
            subscription.cancel()
        }
    }
}
