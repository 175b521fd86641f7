import Dispatch
public import Foundation

extension OperationQueue: Scheduler {
    public typealias SchedulerTimeType = WallClockTime<OperationQueue>

    /// There is nothing to ask for.
    public struct SchedulerOptions: Sendable {}

    /// Counts the time until an operation is added to its queue.
    private static let clock = DispatchQueue(label: "OperationQueue.Scheduler")

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds `action` to the queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        addOperation(sendable(action))
    }

    /// Adds `action` to the queue, not before `date`.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let action = sendable(action)
        Self.clock.asyncAfter(deadline: deadline(date)) {
            self.addOperation(action)
        }
    }

    /// Adds `action` to the queue every `interval`, first at `date`, until what is returned is cancelled or let go. What
    /// the queue hasn't begun by then isn't run.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let action = sendable(action)
        let timer = DispatchSource.makeTimerSource(queue: Self.clock)
        // A dispatch source may be used on any thread; that it keeps itself ends with its cancellation.
        let source = Unchecked(timer)
        timer.setEventHandler {
            self.addOperation {
                if !source.value.isCancelled {
                    action()
                }
            }
        }
        timer.schedule(
            deadline: deadline(date), repeating: interval.timeInterval,
            leeway: .nanoseconds(Int(Swift.max(tolerance, minimumTolerance).timeInterval * 1e9)))
        timer.resume()
        return AnyCancellable(timer.cancel)
    }

    private func deadline(_ date: SchedulerTimeType) -> DispatchTime {
        .now() + date.date.timeIntervalSinceNow
    }
}
