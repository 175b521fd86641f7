import Foundation
import Testing

@testable import TernCore

@Suite struct ContentDecoderTests {
    struct Event: Decodable, Equatable { let startsAt: Date }

    private func date(_ json: String, by decoder: any ContentDecoder = .json) throws -> Date {
        try decoder.decode(Event.self, from: Data(#"{"startsAt":\#(json)}"#.utf8)).startsAt
    }

    @Test func `JSON dates are read with and without fractions`() throws {
        #expect(try date(#""2024-05-01T12:30:00Z""#) == Date(timeIntervalSince1970: 1_714_566_600))
        #expect(try date(#""2024-05-01T12:30:00.250Z""#) == Date(timeIntervalSince1970: 1_714_566_600.25))
        #expect(try date(#""2024-05-01T21:30:00.25+09:00""#) == Date(timeIntervalSince1970: 1_714_566_600.25))
    }

    @Test(arguments: [#""yesterday""#, #""2024-05-01""#, #""2024-05-01T12:30:00""#, "1714566600", "null"])
    func `What is no date is an error that says where`(json: String) {
        #expect {
            try date(json)
        } throws: { error in
            guard let error = error as? DecodingError else { return false }
            return error.explanation.contains("startsAt")
        }
    }

    @Test func `A decoder of one's own begins as Tern's`() throws {
        let snake: any ContentDecoder = .json { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let json = Data(#"{"starts_at":"2024-05-01T12:30:00Z"}"#.utf8)
        #expect(try snake.decode(Event.self, from: json).startsAt == Date(timeIntervalSince1970: 1_714_566_600))
        let seconds: any ContentDecoder = .json { $0.dateDecodingStrategy = .secondsSince1970 }
        #expect(try date("1714566600", by: seconds) == Date(timeIntervalSince1970: 1_714_566_600))
    }

    @Test func `What JSON writes, JSON reads`() throws {
        let dates = [0, 1_714_566_600, -1, 253_402_300_799].map { Date(timeIntervalSince1970: $0) }
        #expect(try StandardJSON().decode([Date].self, from: StandardJSON().encode(dates)) == dates)
    }
}
