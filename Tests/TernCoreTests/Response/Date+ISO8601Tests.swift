import Foundation
import Testing

@testable import TernCore

@Suite struct ISO8601DateTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2024-05-01T12:30:00Z", 1_714_566_600),
        ("2024-05-01T21:30:00+09:00", 1_714_566_600),
        ("2024-05-01T21:30:00+0900", 1_714_566_600), ("2024-05-01T21:30:00+09", 1_714_566_600),
        ("2024-05-01T07:00:00-05:30", 1_714_566_600),
        ("2024-05-01t12:30:00z", 1_714_566_600), ("2024-05-01 12:30:00Z", 1_714_566_600), ("1969-12-31T23:59:59Z", -1),
        ("2000-02-29T00:00:00Z", 951_782_400), ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("2024-05-01T12:30:00.5Z", 1_714_566_600.5),
        ("2024-05-01T12:30:00,25Z", 1_714_566_600.25), ("2024-05-01T12:30:00.123456789012Z", 1_714_566_600.123456789),
        ("1969-12-31T23:59:59.75Z", -0.25), ("2024-05-01T12:30:00.000Z", 1_714_566_600),
    ])
    func `A text with a time zone is read`(text: String, seconds: Double) throws {
        let date = try #require(Date(iso8601: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(arguments: [
        "", "2024-05-01", "2024-05-01T12:30:00", "2024-05-01T12:30Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-05-00T00:00:00Z", "2024-05-01T24:00:00Z",
        "2024-05-01T12:60:00Z",
        "2024-05-01T12:30:61Z", "2024-05-01T12:30:00.Z", "2024-05-01T12:30:00ZZ", "2024-05-01T12:30:00+9",
        "2024-05-01T12:30:00+09:6",
        "2024-05-01T12:30:00+24:00", "24-05-01T12:30:00Z", "2024-5-1T12:30:00Z", "-024-05-01T12:30:00Z",
        "2024-05-01T12:30:00 Z", "٢٠٢٤-05-01T12:30:00Z",
    ])
    func `Anything else is not`(text: String) {
        #expect(Date(iso8601: text) == nil)
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
        (-0.25, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.750Z"),
        (1_714_566_600.123, "2024-05-01T12:30:00Z", "2024-05-01T12:30:00.123Z"),
        (951_782_399.9999, "2000-02-28T23:59:59Z", "2000-02-29T00:00:00.000Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        (-62_167_219_200, "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"),
    ])
    func `A date is written in UTC`(seconds: Double, whole: String, fractions: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.iso8601() == whole)
        #expect(date.iso8601(fractions: true) == fractions)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 253_402_300_800, -62_167_219_201, 1e300])
    func `A date that four digits can't say has no text`(seconds: Double) {
        #expect(Date(timeIntervalSince1970: seconds).iso8601() == nil)
        #expect(Date(timeIntervalSince1970: seconds).iso8601(fractions: true) == nil)
    }

    @Test func `Every day of four centuries agrees with Foundation's calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        for day in stride(from: -36_525 * 2, to: 36_525 * 2, by: 13) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3661)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = try #require(date.iso8601())
            let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            #expect(numbers == [parts.year, parts.month, parts.day])
            #expect(Date(iso8601: text) == date)
        }
    }
}
