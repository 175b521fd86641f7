/// A clock reduced to durations since an epoch of its own, so that timers need not be generic over clocks.
package struct TimeSource: Sendable {
    /// The time since the epoch.
    package let now: @Sendable () -> Duration
    /// Sleeps until that time, or throws CancellationError.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void
    /// Whether it is the process's own clock, which a transport can read and wait on without this type.
    package let isContinuous: Bool

    // A century: the standard library traps where nanoseconds don't fit into 64 bits.
    private static let longest = Duration.seconds(100 * 366 * 86_400)

    private init<C: Clock>(_ clock: C, isContinuous: Bool) where C.Duration == Duration {
        let epoch = clock.now
        now = { epoch.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: epoch.advanced(by: min(max($0, .zero), Self.longest)), tolerance: nil) }
        self.isContinuous = isContinuous
    }

    /// Wraps a clock; a virtual one makes every timer of a call testable.
    package init(_ clock: any Clock<Duration>) {
        if clock is ContinuousClock {
            self = .continuous
        } else {
            self.init(clock, isContinuous: false)
        }
    }

    /// The process's own clock.
    package static let continuous = TimeSource(ContinuousClock(), isContinuous: true)
}
