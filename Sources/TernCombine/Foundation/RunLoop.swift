public import Foundation

extension RunLoop: Scheduler {
    public typealias SchedulerTimeType = WallClockTime<RunLoop>

    /// There is nothing to ask for.
    public struct SchedulerOptions: Sendable {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` in the loop's default mode, at its next turn. It may be called on any thread.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        perform(inModes: [.default], block: sendable(action))
        if RunLoop.current !== self {
            // Only a timer wakes a loop that waits on another thread.
            add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .default)
        }
    }

    /// Runs `action` in the loop's default mode, not before `date`.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        _ = addTimer(fire: date, interval: 0, repeats: false, tolerance: tolerance, action)
    }

    /// Runs `action` in the loop's default mode every `interval`, first at `date`, until what is returned is cancelled or
    /// let go.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let timer = addTimer(fire: date, interval: interval, repeats: true, tolerance: tolerance, action)
        return AnyCancellable(timer.invalidate)
    }

    private func addTimer(
        fire date: SchedulerTimeType, interval: SchedulerTimeType.Stride, repeats: Bool,
        tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> Timer {
        let action = sendable(action)
        let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: repeats) { _ in action() }
        timer.tolerance = Swift.max(tolerance, minimumTolerance).timeInterval
        add(timer, forMode: .default)
        return timer
    }
}
