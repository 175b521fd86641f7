/// A scheduler that runs everything at once, where it is asked to: its clock stands still, and it waits for no date.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// There is nothing to ask for.
    public typealias SchedulerOptions = Never

    /// The one moment there is.
    public struct SchedulerTimeType: Strideable, Sendable {
        /// A span of time that a clock at rest never covers.
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Hashable, Sendable,
            SchedulerTimeIntervalConvertible
        {
            /// The span, in no unit.
            public var magnitude: Int

            @inlinable public init(_ value: Int) {
                magnitude = value
            }

            @inlinable public init(integerLiteral value: Int) {
                self.init(value)
            }

            @inlinable public init(floatLiteral value: Double) {
                self.init(Int(value))
            }

            @inlinable public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                self.init(value)
            }

            @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
            @inlinable public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
            @inlinable public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
            @inlinable public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
            @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs.magnitude += rhs.magnitude }
            @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs.magnitude -= rhs.magnitude }
            @inlinable public static func *= (lhs: inout Self, rhs: Self) { lhs.magnitude *= rhs.magnitude }

            // Any time is no time here.
            @inlinable public static func seconds(_ s: Int) -> Self { 0 }
            @inlinable public static func seconds(_ s: Double) -> Self { 0 }
            @inlinable public static func milliseconds(_ ms: Int) -> Self { 0 }
            @inlinable public static func microseconds(_ us: Int) -> Self { 0 }
            @inlinable public static func nanoseconds(_ ns: Int) -> Self { 0 }
        }

        @inlinable init() {}

        @inlinable public func distance(to other: Self) -> Stride { 0 }
        @inlinable public func advanced(by n: Stride) -> Self { self }
    }

    /// The scheduler.
    public static let shared = ImmediateScheduler()

    @inlinable init() {}

    @inlinable public var now: SchedulerTimeType { SchedulerTimeType() }
    @inlinable public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` at once.
    @inlinable public func schedule(options: Never?, _ action: @escaping () -> Void) {
        action()
    }

    /// Runs `action` at once, whatever the date.
    @inlinable public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs `action` at once, and only once.
    @inlinable public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
