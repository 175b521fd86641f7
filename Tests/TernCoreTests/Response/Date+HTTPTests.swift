import Foundation
import Testing

@testable import TernCore

@Suite struct HTTPDateTests {
    private static let now = Date(timeIntervalSince1970: 1_714_566_600)  // 2024-05-01T12:30:00Z

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
        ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thursday, 29-Feb-24 00:00:00 GMT", 1_709_164_800),
    ])
    func `Each of the three forms is read`(text: String, seconds: Double) {
        #expect(Date(http: text, now: Self.now)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        arguments: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].enumerated().map
        { ($0 + 1, $1) })
    func `Each month is read`(number: Int, name: String) {
        let month = number < 10 ? "0\(number)" : "\(number)"
        let expected = Date(iso8601: "2023-\(month)-28T01:02:03Z")
        #expect(expected != nil)
        #expect(Date(http: "Tue, 28 \(name) 2023 01:02:03 GMT", now: Self.now) == expected)
    }

    @Test(arguments: [
        // Fifty years ahead to the second is the last that two digits can mean.
        ("Tuesday, 01-May-74 12:30:00 GMT", "2074-05-01T12:30:00Z"),
        ("Wednesday, 01-May-74 12:30:01 GMT", "1974-05-01T12:30:01Z"),
        ("Tuesday, 31-Dec-74 00:00:00 GMT", "1974-12-31T00:00:00Z"),
        ("Saturday, 01-Jan-00 00:00:00 GMT", "2000-01-01T00:00:00Z"),
        ("Monday, 01-Jan-73 00:00:00 GMT", "2073-01-01T00:00:00Z"),
        ("Friday, 01-Jan-99 00:00:00 GMT", "1999-01-01T00:00:00Z"),
        ("Sunday, 29-Feb-04 00:00:00 GMT", "2004-02-29T00:00:00Z"),
    ])
    func `Two digits of a year are never more than 50 years ahead`(text: String, iso8601: String) {
        #expect(Date(http: text, now: Self.now) == Date(iso8601: iso8601))
    }

    @Test func `Two digits of a year go into the next century near its turn`() throws {
        let now = try #require(Date(iso8601: "2099-12-31T00:00:00Z"))
        #expect(Date(http: "Friday, 01-Jan-00 00:00:00 GMT", now: now) == Date(iso8601: "2100-01-01T00:00:00Z"))
        #expect(Date(http: "Friday, 01-Jan-99 00:00:00 GMT", now: now) == Date(iso8601: "2099-01-01T00:00:00Z"))
        #expect(Date(http: "Thursday, 31-Dec-49 00:00:00 GMT", now: now) == Date(iso8601: "2149-12-31T00:00:00Z"))
        #expect(Date(http: "Friday, 01-Jan-50 00:00:00 GMT", now: now) == Date(iso8601: "2050-01-01T00:00:00Z"))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `A clock that is nowhere is no trap`(seconds: Double) {
        let now = Date(timeIntervalSince1970: seconds)
        #expect(Date(http: "Sunday, 06-Nov-94 08:49:37 GMT", now: now) == nil)
        #expect(Date(http: "Sun, 06 Nov 1994 08:49:37 GMT", now: now) != nil)
    }

    @Test(arguments: [
        "", "Sun", "Sun,", "Sun, ", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "sun, 06 Nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 November 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 29-Feb-23 08:49:37 GMT", "Sunday Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994",
        "Sun Nov 06 08:49:37 94", "Sun Nov  0 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "784111777",
        "1994-11-06T08:49:37Z", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ])
    func `Anything else is not`(text: String) {
        #expect(Date(http: text, now: Self.now) == nil)
    }
}
