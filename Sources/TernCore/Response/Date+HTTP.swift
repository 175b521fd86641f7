import Foundation

extension Date {
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    fileprivate static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The date of a header field, in any of the three forms that HTTP has had (RFC 9110 §5.6.7). Whether the day of the
    /// week is the right one isn't checked.
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate
    ///     Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
    ///     Sun Nov  6 08:49:37 1994          asctime
    ///
    /// - Parameters:
    ///   - text: the field's value.
    ///   - now: what two digits of a year are taken by: never for more than 50 years ahead.
    init?(http text: String, now: Date) {
        var scanner = Scanner(rest: text.utf8[...])
        let weekday = scanner.word()
        let isShort = Self.weekdays.contains { $0.prefix(3) == weekday }
        let date: Date?
        if isShort, scanner.take(",") {
            date = scanner.fixdate()
        } else if isShort {
            date = scanner.asctime()
        } else if Self.weekdays.contains(weekday), scanner.take(",") {
            date = scanner.rfc850(now: now)
        } else {
            date = nil
        }
        guard let date, scanner.rest.isEmpty else { return nil }
        self = date
    }

    fileprivate static func date(year: Int, month: Int, day: Int, second: Int) -> Date? {
        guard 1...days(in: month, of: year) ~= day else { return nil }
        return uncheckedDate(year: year, month: month, day: day, second: second)
    }

    /// The latest date with these two digits of a year that is no more than 50 years after now.
    fileprivate static func date(twoDigits: Int, month: Int, day: Int, second: Int, now: Date) -> Date? {
        let thisDay = now.timeIntervalSince1970 / 86_400
        guard abs(thisDay) < 1e9 else { return nil }
        let latest = civil(day: Int(thisDay.rounded(.down))).year + 50
        var year = latest - (latest - twoDigits) % 100
        if uncheckedDate(year: year - 50, month: month, day: day, second: second) > now { year -= 100 }
        return date(year: year, month: month, day: day, second: second)
    }

    private static func uncheckedDate(year: Int, month: Int, day: Int, second: Int) -> Date {
        Date(timeIntervalSince1970: Double(Self.day(year: year, month: month, day: day) * 86_400 + second))
    }
}

extension Date.Scanner {
    /// ` 06 Nov 1994 08:49:37 GMT`
    fileprivate mutating func fixdate() -> Date? {
        guard take(" "), let day = number(digits: 2), take(" "), let month = month(), take(" "),
            let year = number(digits: 4), take(" "), let second = secondOfDay(), isGMT()
        else { return nil }
        return Date.date(year: year, month: month, day: day, second: second)
    }

    /// ` 06-Nov-94 08:49:37 GMT`
    fileprivate mutating func rfc850(now: Date) -> Date? {
        guard take(" "), let day = number(digits: 2), take("-"), let month = month(), take("-"),
            let digits = number(digits: 2), take(" "), let second = secondOfDay(), isGMT()
        else { return nil }
        return Date.date(twoDigits: digits, month: month, day: day, second: second, now: now)
    }

    /// ` Nov  6 08:49:37 1994`
    fileprivate mutating func asctime() -> Date? {
        guard take(" "), let month = month(), take(" "), let day = take(" ") ? number(digits: 1) : number(digits: 2),
            take(" "), let second = secondOfDay(), take(" "), let year = number(digits: 4)
        else { return nil }
        return Date.date(year: year, month: month, day: day, second: second)
    }

    fileprivate mutating func word() -> String {
        let word = rest.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xDF }
        rest = rest.dropFirst(word.count)
        return String(Substring(word))
    }

    private mutating func month() -> Int? {
        let name = word()
        return Date.months.firstIndex(of: name).map { $0 + 1 }
    }

    private mutating func secondOfDay() -> Int? {
        guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60,
            take(":"),
            let second = number(digits: 2), second <= 60  // 60 is a leap second
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private mutating func isGMT() -> Bool { take(" ") && word() == "GMT" }
}
