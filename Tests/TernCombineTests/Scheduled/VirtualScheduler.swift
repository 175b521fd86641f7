import TernCombine

/// A scheduler whose time passes when a test says so, and that writes down what it is asked for.
final class VirtualScheduler: Scheduler {
    enum Call: Equatable {
        case now
        case minimumTolerance
        case schedule(options: Options?)
        case scheduleAfter(Int, tolerance: Int, options: Options?)
        case scheduleEvery(Int, after: Int, tolerance: Int, options: Options?)
    }

    enum Options { case some }
    typealias SchedulerOptions = Options

    struct SchedulerTimeType: Strideable, Hashable {
        struct Stride: Comparable, SignedNumeric, ExpressibleByFloatLiteral, SchedulerTimeIntervalConvertible {
            var magnitude: Int

            init(_ nanoseconds: Int) { magnitude = nanoseconds }
            init(integerLiteral value: Int) { magnitude = value * 1_000_000_000 }
            init(floatLiteral value: Double) { magnitude = Int(value * 1e9) }
            init?<T: BinaryInteger>(exactly source: T) { self.init(Int(source)) }

            static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
            static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
            static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
            static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
            static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

            static func seconds(_ s: Int) -> Self { Self(s * 1_000_000_000) }
            static func seconds(_ s: Double) -> Self { Self(Int(s * 1e9)) }
            static func milliseconds(_ ms: Int) -> Self { Self(ms * 1_000_000) }
            static func microseconds(_ us: Int) -> Self { Self(us * 1000) }
            static func nanoseconds(_ ns: Int) -> Self { Self(ns) }
        }

        var time: Int

        func distance(to other: Self) -> Stride { Stride(other.time - time) }
        func advanced(by n: Stride) -> Self { Self(time: time + n.magnitude) }
    }

    private struct Action {
        var time: Int
        var number: Int
        var run: () -> Void
    }

    private final class Token: Cancellable {
        var isCancelled = false
        func cancel() { isCancelled = true }
    }

    private(set) var calls: [Call] = []
    private var time = 0
    private var scheduled: [Action] = []
    private var count = 0

    var now: SchedulerTimeType {
        calls.append(.now)
        return SchedulerTimeType(time: time)
    }

    var minimumTolerance: SchedulerTimeType.Stride {
        calls.append(.minimumTolerance)
        return .nanoseconds(7)
    }

    /// The calls since the last look.
    func newCalls() -> [Call] {
        defer { calls = [] }
        return calls
    }

    func schedule(options: Options?, _ action: @escaping () -> Void) {
        calls.append(.schedule(options: options))
        add(action, at: time)
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Options?,
        _ action: @escaping () -> Void
    ) {
        calls.append(.scheduleAfter(date.time, tolerance: tolerance.magnitude, options: options))
        add(action, at: date.time)
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Options?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        calls.append(
            .scheduleEvery(
                interval.magnitude, after: date.time, tolerance: tolerance.magnitude, options: options))
        let token = Token()
        addRepeating(action, at: date.time, interval: interval.magnitude, token: token)
        return token
    }

    /// Lets time pass until `time`.
    func run(until time: Int) {
        while let index = scheduled.indices.min(by: { isBefore(scheduled[$0], scheduled[$1]) }),
            scheduled[index].time <= time
        {
            let action = scheduled.remove(at: index)
            self.time = max(self.time, action.time)
            action.run()
        }
        self.time = max(self.time, time)
    }

    /// Sets the clock, also backwards.
    func setTime(_ time: Int) {
        self.time = time
    }

    /// Runs what is due now.
    func run() {
        run(until: time)
    }

    private func isBefore(_ lhs: Action, _ rhs: Action) -> Bool {
        (lhs.time, lhs.number) < (rhs.time, rhs.number)
    }

    private func add(_ action: @escaping () -> Void, at time: Int) {
        count += 1
        scheduled.append(Action(time: time, number: count, run: action))
    }

    private func addRepeating(_ action: @escaping () -> Void, at time: Int, interval: Int, token: Token) {
        add({ [unowned self] in
            if token.isCancelled { return }
            action()
            addRepeating(action, at: time + interval, interval: interval, token: token)
        }, at: time)
    }
}
