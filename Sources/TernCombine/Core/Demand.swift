extension Subscribers {
    /// How many values a subscriber asks for: a count, or any number.
    ///
    /// Demands add up. A count that overflows becomes unlimited; unlimited less a count stays unlimited.
    /// A negative count is a programmer's mistake and traps.
    @frozen public struct Demand: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
        // Counts fit an Int; the value above the greatest stands for any number.
        @usableFromInline let rawValue: UInt

        @inlinable init(rawValue: UInt) {
            self.rawValue = Swift.min(UInt(Int.max) + 1, rawValue)
        }

        /// Any number of values.
        @inlinable public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No value; the same as `.max(0)`.
        @inlinable public static var none: Demand { Demand(rawValue: 0) }

        /// At most `value` values. Traps when `value` is negative.
        @inlinable public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "demand cannot be negative")
            return Demand(rawValue: UInt(value))
        }

        /// The count, or nil when unlimited.
        @inlinable public var max: Int? {
            self == .unlimited ? nil : Int(rawValue)
        }

        public var description: String {
            self == .unlimited ? "unlimited" : "max(\(rawValue))"
        }

        /// Reads what `encode(to:)` wrote.
        public init(from decoder: any Decoder) throws {
            self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
        }

        /// Writes the count as one number.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(rawValue)
        }
    }
}

extension Subscribers.Demand {
    @inlinable public static func < (lhs: Self, rhs: Self) -> Bool {
        // Two unlimited demands compare as equal in `==`, and neither is less.
        lhs.rawValue < rhs.rawValue
    }
    @inlinable public static func > (lhs: Self, rhs: Self) -> Bool { rhs < lhs }
    @inlinable public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue <= rhs.rawValue }
    @inlinable public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue >= rhs.rawValue }
    @inlinable public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue == rhs.rawValue }

    @inlinable public static func == (lhs: Self, rhs: Int) -> Bool { lhs != .unlimited && Int(lhs.rawValue) == rhs }
    @inlinable public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
    @inlinable public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }
    @inlinable public static func != (lhs: Int, rhs: Self) -> Bool { !(rhs == lhs) }
    @inlinable public static func < (lhs: Self, rhs: Int) -> Bool { lhs != .unlimited && Int(lhs.rawValue) < rhs }
    @inlinable public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
    @inlinable public static func > (lhs: Self, rhs: Int) -> Bool { lhs == .unlimited || Int(lhs.rawValue) > rhs }
    @inlinable public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
    @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }
    @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
    @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
    @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}

extension Subscribers.Demand {
    /// The sum; unlimited when either is, or when it overflows.
    @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
        // Both are at most Int.max + 1, so the unsigned sum overflows only when both are unlimited.
        let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
        return overflow ? .unlimited : Self(rawValue: sum)
    }

    @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// The sum with a count. Traps when it would be negative.
    @inlinable public static func + (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(sum)
    }

    @inlinable public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

    /// The product; unlimited when it overflows. Traps when `rhs` is negative.
    @inlinable public static func * (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
        return overflow ? .unlimited : .max(product)
    }

    @inlinable public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

    /// What is left. Unlimited less anything is unlimited; a count less unlimited is none. Traps when it would be negative.
    @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        if rhs == .unlimited { return .none }
        precondition(lhs.rawValue >= rhs.rawValue, "demand cannot be negative")
        return Self(rawValue: lhs.rawValue - rhs.rawValue)
    }

    @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// What is left after a count; none when it overflows, as Apple's does. Traps when it would be negative.
    @inlinable public static func - (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
        return overflow ? .none : .max(difference)
    }

    @inlinable public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}

extension Subscribers.Demand {
    /// Traps for a demand of none where a subscription must be asked for something, as Apple's Combine does.
    @inlinable func requirePositive(file: StaticString = #file, line: UInt = #line) {
        precondition(rawValue > 0, "a subscription must be asked for more than no value", file: file, line: line)
    }
}
