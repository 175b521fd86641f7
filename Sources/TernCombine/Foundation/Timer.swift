public import Foundation

extension Timer {
    /// A publisher of the date, again and again, on a run loop.
    ///
    /// The time runs from `connect()`, for all subscribers alike. A subscriber that hasn't asked for a date misses it.
    public final class TimerPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never

        /// The time between two dates, in seconds.
        public final let interval: TimeInterval
        /// How late a date may be published, in seconds; the timer's own tolerance when nil.
        public final let tolerance: TimeInterval?
        /// Where dates are published.
        public final let runLoop: RunLoop
        /// The mode in which the loop must run.
        public final let mode: RunLoop.Mode
        public final let options: RunLoop.SchedulerOptions?

        private let subscriptions = Guarded([ObjectIdentifier: TimerSubscription]())

        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
            self.options = options
        }

        public final func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            let subscription = TimerSubscription(subscriber) { [weak self] subscription in
                withExtendedLifetime(self?.subscriptions { $0.removeValue(forKey: ObjectIdentifier(subscription)) }) {}
            }
            subscriptions { $0[ObjectIdentifier(subscription)] = subscription }
            subscriber.receive(subscription: subscription)
        }

        /// Starts a timer, which runs until what is returned is cancelled.
        public final func connect() -> any Cancellable {
            // The timer wants a sendable closure; it calls this one on the run loop.
            let publisher = Unchecked(self)
            let timer = Timer(timeInterval: interval, repeats: true) { timer in
                publisher.value.publish(timer.fireDate)
            }
            if let tolerance {
                timer.tolerance = tolerance
            }
            runLoop.add(timer, forMode: mode)
            return TimerConnection(timer)
        }

        private func publish(_ date: Date) {
            for subscription in subscriptions({ Array($0.values) }) {
                subscription.receive(date)
            }
        }
    }

    /// A publisher of the date every `interval` seconds on a run loop, once it is connected: see `autoconnect()`.
    /// - Parameter tolerance: not used, as Apple's isn't; the publisher's own initializer heeds it.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, runLoop: runLoop, mode: mode, options: options)
    }
}

/// A running timer.
private final class TimerConnection: Cancellable {
    private let timer: Guarded<Timer?>

    init(_ timer: Timer) {
        self.timer = Guarded(timer)
    }

    func cancel() {
        timer.take()?.invalidate()
    }
}

private final class TimerSubscription: Subscription {
    private struct State {
        var downstream: (any Subscriber<Date, Never>)?
        var demand = Subscribers.Demand.none
    }

    private let state: Guarded<State>
    private let remove: (TimerSubscription) -> Void

    init(_ downstream: any Subscriber<Date, Never>, remove: @escaping (TimerSubscription) -> Void) {
        state = Guarded(State(downstream: downstream))
        self.remove = remove
    }

    func receive(_ date: Date) {
        let downstream = state { state -> (any Subscriber<Date, Never>)? in
            guard state.demand > 0 else { return nil }
            state.demand -= 1
            return state.downstream
        }
        if let downstream {
            let more = downstream.receive(date)
            state { $0.demand += more }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        state { $0.demand += demand }
    }

    func cancel() {
        let downstream = state { state in
            defer { state.downstream = nil }
            return state.downstream
        }
        withExtendedLifetime(downstream) {
            remove(self)
        }
    }
}
