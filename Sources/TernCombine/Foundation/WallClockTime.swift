public import Foundation

/// A moment of a scheduler that goes by the wall clock; `Owner` keeps the moments of different schedulers apart.
public struct WallClockTime<Owner>: Strideable, Codable, Hashable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case date
    }

    /// The moment.
    public var date: Date

    public init(_ date: Date) {
        self.date = date
    }

    public func distance(to other: Self) -> Stride {
        Stride(date.timeIntervalSinceReferenceDate.distance(to: other.date.timeIntervalSinceReferenceDate))
    }

    public func advanced(by n: Stride) -> Self {
        Self(date + n.timeInterval)
    }

    /// A span of time, in seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        private enum CodingKeys: String, CodingKey {
            case magnitude
        }

        /// The seconds.
        public var magnitude: TimeInterval
        /// The seconds.
        public var timeInterval: TimeInterval { magnitude }

        public init(_ timeInterval: TimeInterval) {
            magnitude = timeInterval
        }

        public init(integerLiteral value: TimeInterval) {
            self.init(value)
        }

        public init(floatLiteral value: TimeInterval) {
            self.init(value)
        }

        public init?<T: BinaryInteger>(exactly source: T) {
            guard let seconds = TimeInterval(exactly: source) else { return nil }
            self.init(seconds)
        }

        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
        public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
        public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
        public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
        public static func *= (lhs: inout Self, rhs: Self) { lhs.magnitude *= rhs.magnitude }
        public static func += (lhs: inout Self, rhs: Self) { lhs.magnitude += rhs.magnitude }
        public static func -= (lhs: inout Self, rhs: Self) { lhs.magnitude -= rhs.magnitude }

        public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
        public static func seconds(_ s: Double) -> Self { Self(s) }
        public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1e3) }
        public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1e6) }
        public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1e9) }
    }
}
