import Foundation

/// Random numbers that are the same in every run and on every machine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + Double(next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
    }
}

extension Double {
    /// Rounded to so many significant digits.
    func significant(_ digits: Int) -> Double {
        guard self != 0 else { return 0 }
        let scale = digits - 1 - Int(Foundation.log10(abs(self)).rounded(.down))
        let power = Foundation.pow(10, Double(abs(scale)))
        return scale >= 0 ? (self * power).rounded() / power : (self / power).rounded() * power
    }
}

/// A moment of the made-up world, ISO 8601 with milliseconds: 2025-06-01T12:00:00.000Z and so many seconds.
func timestamp(secondsAfterNoon seconds: Double) -> String {
    // Half a millisecond more, since the format cuts off what a Double has too little.
    Date(timeIntervalSince1970: 1_748_779_200.0005 + seconds).formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true))
}
