import Foundation
import Testing
import TestSupport

@testable import TernCore

@Suite struct ContentEncoderTests {
    struct Model: Codable, Equatable { let userName: String }

    struct Upper: ContentEncoder {
        var mediaType: MediaType { "text/x-upper" }
        func encode<T: Encodable>(_ value: T) throws -> Data { Data("\(value)".uppercased().utf8) }
    }

    @Test func `The client's encoder writes bodies, the target's goes before it`() throws {
        let client = Client(transport: NoTransport(), encoder: Upper())
        let own = try built(.post, .body("x"), client: client)
        #expect(bodyText(own) == "X")
        #expect(own.headers == ["Content-Type": "text/x-upper"])
        let options = RequestOptions { $0.encoder = .json }
        #expect(bodyText(try built(.post, .body("x"), options: options, client: client)) == #""x""#)
    }

    @Test func `JSON is JSON, by the call's encoder where that writes JSON`() throws {
        let snake = Client(transport: NoTransport(), encoder: .json { $0.keyEncodingStrategy = .convertToSnakeCase })
        for params: Parameters in [.json(Model(userName: "x")), .body(Model(userName: "x")), ["userName": "x"]] {
            #expect(bodyText(try built(.post, params, client: snake)) == #"{"user_name":"x"}"#)
        }
        let other = Client(transport: NoTransport(), encoder: Upper())
        for params: Parameters in [.json(Model(userName: "x")), ["userName": "x"]] {
            let request = try built(.post, params, client: other)
            #expect(bodyText(request) == #"{"userName":"x"}"#)
            #expect(request.headers == ["Content-Type": "application/json"])
        }
        struct API: ContentEncoder {
            var mediaType: MediaType { "application/vnd.api+json; v=1" }
            func encode<T: Encodable>(_ value: T) throws -> Data { Data("own".utf8) }
        }
        let api = try built(.post, .json(1), client: Client(transport: NoTransport(), encoder: API()))
        #expect(bodyText(api) == "own")
        #expect(api.headers == ["Content-Type": "application/vnd.api+json; v=1"])
    }

    @Test func `An encoder of one's own begins as Tern's`() throws {
        let encoder: any ContentEncoder = .json { $0.outputFormatting.insert(.prettyPrinted) }
        let text = String(decoding: try encoder.encode(["b": "a/b", "a": "x"]), as: UTF8.self)
        #expect(text == "{\n  \"a\" : \"x\",\n  \"b\" : \"a/b\"\n}")
        #expect(try StandardJSON().encode(["b": "a/b", "a": "x"]) == Data(#"{"a":"x","b":"a/b"}"#.utf8))
    }

    @Test func `A property list goes out and comes back`() throws {
        let client = Client(transport: NoTransport(), encoder: .propertyList)
        let request = try built(.post, .body(Model(userName: "x")), client: client)
        #expect(request.headers == ["Content-Type": "application/x-plist"])
        #expect(bodyText(request)?.hasPrefix("<?xml") == true)
        let decoder: any ContentDecoder = .propertyList
        #expect(try decoder.decode(Model.self, from: request.body.data ?? Data()) == Model(userName: "x"))
        let fields = try built(.post, .body(["userName": "y", "none": nil]), client: client)
        #expect(try decoder.decode(Model.self, from: fields.body.data ?? Data()) == Model(userName: "y"))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e18, -1e12])
    func `A date that ISO 8601 has no text for can't be sent, and its error can be printed`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        for params: Parameters in [.json(["at": date]), .query(["at": date])] {
            let error = refusal { () throws(TernError) in _ = try built(.post, params) }
            #expect(error?.code == .encoding)
            #expect(error?.message.contains("at: the date is outside the years 0 to 9999") == true)
            let printed = String(reflecting: try #require(error?.underlying))
            #expect(printed.contains("9999"))
        }
    }
}
