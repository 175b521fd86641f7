import Foundation

extension Date {
    private static let secondsPerDay = 86_400
    /// The days from 1970 to 2001, where Foundation counts from.
    private static let referenceDay = 11_323

    /// The date of a text in RFC 3339's form of ISO 8601: `2024-05-01T12:30:00Z`, with a fraction of any length, and an
    /// offset such as `+09:00`, `+0900` or `+09` in place of the `Z`.
    init?(iso8601 text: String) {
        var scanner = Scanner(rest: text.utf8[...])
        guard let year = scanner.number(digits: 4), scanner.take("-"),
            let month = scanner.number(digits: 2), 1...12 ~= month, scanner.take("-"),
            let day = scanner.number(digits: 2), 1...Self.days(in: month, of: year) ~= day,
            scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(digits: 2), hour < 24, scanner.take(":"),
            let minute = scanner.number(digits: 2), minute < 60, scanner.take(":"),
            let second = scanner.number(digits: 2), second <= 60,  // 60 is a leap second
            let fraction = scanner.fraction(),
            let offset = scanner.offset(), scanner.rest.isEmpty
        else { return nil }
        let days = Self.day(year: year, month: month, day: day) - Self.referenceDay
        let seconds = days * Self.secondsPerDay + hour * 3600 + minute * 60 + second - offset
        self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    /// The date as ISO 8601 in UTC: whole seconds, or milliseconds; nil outside the years 0 to 9999.
    func iso8601(fractions: Bool = false) -> String? {
        let ticks =
            fractions
            ? (timeIntervalSinceReferenceDate * 1000).rounded() : timeIntervalSinceReferenceDate.rounded(.down)
        guard abs(ticks) < 1e15 else { return nil }
        let (seconds, milliseconds) = Int(ticks).dividedDown(by: fractions ? 1000 : 1)
        let (days, secondOfDay) = seconds.dividedDown(by: Self.secondsPerDay)
        let (year, month, day) = Self.civil(day: days + Self.referenceDay)
        guard 0...9999 ~= year else { return nil }
        var text = "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T"
        text += "\((secondOfDay / 3600).padded(2)):\((secondOfDay / 60 % 60).padded(2)):\((secondOfDay % 60).padded(2))"
        if fractions { text += ".\(milliseconds.padded(3))" }
        return text + "Z"
    }

    // MARK: The proleptic Gregorian calendar

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01. The year is taken to begin in March, so that the leap day is its last.
    static func day(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let (era, yearOfEra) = marchYear.dividedDown(by: 400)
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (day + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    struct Scanner {
        var rest: Substring.UTF8View

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func digit() -> Int? {
            guard let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            rest.removeFirst()
            return Int(byte - UInt8(ascii: "0"))
        }

        mutating func number(digits: Int) -> Int? {
            var number = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// The fraction of a second, 0 where there is none; nil where its digits are missing.
        mutating func fraction() -> Double? {
            guard take(".") || take(",") else { return 0 }
            guard var digits = digit() else { return nil }
            var scale = 10
            while let digit = digit() {
                // Beyond a nanosecond a Date can't tell.
                if scale < 1_000_000_000 {
                    digits = digits * 10 + digit
                    scale *= 10
                }
            }
            return Double(digits) / Double(scale)
        }

        /// The seconds that the time zone is ahead of UTC.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = number(digits: 2), hours < 24 else { return nil }
            if rest.isEmpty { return sign * hours * 3600 }
            _ = take(":")
            guard let minutes = number(digits: 2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}

extension Int {
    /// Quotient and remainder, rounded down, so that the remainder is never negative.
    fileprivate func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    fileprivate func padded(_ digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
