import Synchronization

extension Publishers {
    /// A publisher that ends when upstream is silent for too long.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How long is too long.
        public let interval: Context.SchedulerTimeType.Stride
        /// Where events are delivered, and whose clock counts.
        public let scheduler: Context
        /// What the scheduler is asked for.
        public let options: Context.SchedulerOptions?
        /// Makes the error to end with; nil to finish.
        public let customError: (() -> Upstream.Failure)?

        @inlinable public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (() -> Publishers.Timeout<Upstream, Context>.Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(TimeoutInner(self, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Ends the stream when no value comes for `interval`, counted from the subscription, from the first request and from
    /// each value. Upstream is cancelled then. Traps on a scheduler that doesn't wait.
    /// - Parameter customError: makes the error to end with; the stream finishes when nil.
    @inlinable public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
    }
}

@usableFromInline
final class TimeoutInner<Upstream: Publisher, Context: Scheduler, Downstream: Subscriber>: Subscriber,
    Subscription, Inner
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    struct Timer {
        /// The wait's number: a later one makes an earlier one's end mean nothing.
        var wait = 0
        var token: (any Cancellable)?
        var isRequested = false
        /// The thread that is setting the timer, 0 if none is.
        var setter: UInt = 0
    }

    let parent: Publishers.Timeout<Upstream, Context>
    let downstream: Downstream
    let upstream = UpstreamLink()
    let ended = Atomic<Bool>(false)
    let timer = Guarded(Timer())
    let turns = Turns<Event<Input, Failure>>()

    @usableFromInline init(_ parent: Publishers.Timeout<Upstream, Context>, downstream: Downstream) {
        self.parent = parent
        self.downstream = downstream
    }

    @usableFromInline var name: String { "Timeout" }
    @usableFromInline var children: [Mirror.Child] { [] }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            setTimer()
            downstream.receive(subscription: self)
        }
    }

    @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen, !ended.load(ordering: .relaxed) else { return .none }
        setTimer()
        schedule(.value(input))
        return .none
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.isOpen, !ended.exchange(true, ordering: .relaxed) else { return }
        stopTimer()
        schedule(.completion(completion))
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        guard let subscription = upstream.subscription else { return }
        let isFirst = timer { timer in
            defer { timer.isRequested = true }
            return !timer.isRequested
        }
        if isFirst {
            setTimer()
        }
        subscription.request(demand)
    }

    @usableFromInline func cancel() {
        guard upstream.isOpen else { return }
        let subscription = upstream.close()
        stopTimer()
        subscription?.cancel()
    }

    private func schedule(_ event: Event<Input, Failure>) {
        turns.append(event)
        parent.scheduler.schedule(options: parent.options) {
            self.turns.take(self.deliver)
        }
    }

    private func deliver(_ event: Event<Input, Failure>) {
        switch event {
        case .value(let input):
            guard upstream.isOpen else { return }
            let demand = downstream.receive(input)
            if demand > 0 {
                upstream.subscription?.request(demand)
            }
        case .completion(let completion):
            if upstream.close() != nil {
                downstream.receive(completion: completion)
            }
        }
    }

    private func setTimer() {
        let wait = stopTimer(setter: currentThread())
        let scheduler = parent.scheduler
        let token = scheduler.schedule(
            after: scheduler.now.advanced(by: parent.interval), interval: parent.interval,
            tolerance: scheduler.minimumTolerance, options: parent.options
        ) {
            self.expire(wait)
        }
        let isStale = timer { timer in
            guard timer.wait == wait else { return true }
            timer.setter = 0
            timer.token = token
            return false
        }
        if isStale {
            token.cancel()
        }
    }

    /// - Returns: the number of the next wait.
    @discardableResult private func stopTimer(setter: UInt = 0) -> Int {
        let (token, wait) = timer { timer in
            defer { timer.token = nil }
            timer.wait += 1
            timer.setter = setter
            return (timer.token, timer.wait)
        }
        token?.cancel()
        return wait
    }

    private func expire(_ wait: Int) {
        let thread = currentThread()
        let (isCurrent, isAtOnce) = timer { ($0.wait == wait, $0.setter == thread) }
        guard isCurrent, upstream.isOpen, !ended.exchange(true, ordering: .relaxed) else { return }
        // Apple's holds a lock while it sets the timer, and stops here.
        precondition(!isAtOnce, "a timeout needs a scheduler that waits")
        stopTimer()
        let completion = parent.customError.map { Subscribers.Completion.failure($0()) } ?? .finished
        upstream.subscription?.cancel()
        // What was on its way is too late.
        turns.replaceAll(with: .completion(completion))
        turns.take(deliver)
    }
}
