import Foundation
import Testing

@testable import TernCore

@Suite struct ResponseDecodingTests {
    private func answer(
        _ body: Data, status: HTTPStatus = .ok, type: String? = "application/json"
    ) -> Response<Data> {
        Response(
            request: Request(at: "http://h/p"), status: status,
            headers: type.map { ["Content-Type": $0] } ?? [:], value: body)
    }

    private func answer(_ text: String, status: HTTPStatus = .ok, type: String? = "application/json") -> Response<Data>
    {
        answer(Data(text.utf8), status: status, type: type)
    }

    private func error<T>(_ body: () throws(TernError) -> T) throws -> TernError {
        do {
            _ = try body()
        } catch {
            return error
        }
        Issue.record("nothing was thrown")
        throw CancellationError()
    }

    // MARK: Values

    @Test func `A body decodes to a value, an array, a scalar`() throws {
        #expect(try answer(#"{"name": "Io"}"#).decode(Moon.self) == Moon(name: "Io"))
        #expect(try answer(#"[{"name": "Io"}]"#).decode([Moon].self).count == 1)
        #expect(try answer("5").decode(Int.self) == 5)
        #expect(try answer("null").decode(Moon?.self) == nil)
        #expect(try answer(#"{"name": "Io"}"#).decode(Moon?.self) == Moon(name: "Io"))
    }

    @Test(arguments: [
        (#"{"data": {"items": [{"name": "Io"}]}}"#, "data.items"),
        (#"{"items": [{"name": "Io"}]}"#, "items"),
        (#"{"a": {"b": {"c": {"d": [{"name": "Io"}]}}}}"#, "a.b.c.d"),
    ])
    func `A value is read at its key path`(_ body: String, _ path: String) throws {
        #expect(try answer(body).decode([Moon].self, at: path) == [Moon(name: "Io")])
    }

    @Test func `A text, bytes and an Optional are read at a key path too`() throws {
        let body = answer(#"{"data": {"name": "Io", "bytes": "SW8=", "none": null}}"#)
        #expect(try body.decode(String.self, at: "data.name") == "Io")
        #expect(try body.decode(Data.self, at: "data.bytes") == Data("Io".utf8))
        #expect(try body.decode(String?.self, at: "data.name") == "Io")
        #expect(try body.decode(String?.self, at: "data.none") == nil)
        #expect(try body.decode(String?.self, at: "data.missing") == nil)
        #expect(try body.decode(NoContent.self, at: "data.missing") == NoContent())
    }

    @Test func `A value may decode within a value that is read at a key path`() throws {
        struct Page: Decodable {
            let moons: [Moon]
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: AnyCodingKey.self).decode(
                    String.self, forKey: AnyCodingKey("json"))
                moons = try JSONDecoder().decode([Moon].self, from: Data(text.utf8))
            }
        }
        let body = answer(#"{"page": {"json": "[{\"name\": \"Io\"}]"}}"#)
        #expect(try body.decode(Page.self, at: "page").moons == [Moon(name: "Io")])
    }

    // MARK: Errors

    @Test(arguments: [
        (#"{"data": {"items": [{"name": "Io"}, {"name": 5}]}}"#, "data.items.1.name"),
        (#"{"data": {"items": [{}]}}"#, "data.items.0.name"),
        (#"{"data": {"items": [{"name": null}]}}"#, "data.items.0.name"),
        (#"{"data": {"items": {}}}"#, "data.items"),
        (#"{"data": {}}"#, "data.items"),
        (#"{"data": 5}"#, "data"),
        (#"{}"#, "data"),
        (#"[]"#, "the top level"),
        (#"{"data": {"items": ["#, "the top level"),
        ("<html>", "the top level"),
    ])
    func `An error names the place and has the body attached`(_ body: String, _ place: String) throws {
        let error = try error { () throws(TernError) in try answer(body).decode([Moon].self, at: "data.items") }
        #expect(error.code == .decoding)
        #expect(error.message.contains(": \(place) "))
        #expect(error.message.contains("Array<Moon>"))
        #expect(error.response?.value == Data(body.utf8))
        #expect(error.underlying is DecodingError)
        #expect(error.request?.url.absoluteString == "http://h/p")
    }

    @Test func `A large body is attached up to a limit`() throws {
        let error = try error { () throws(TernError) in
            try answer(String(repeating: "x", count: 2 << 20)).decode(Moon.self)
        }
        #expect(error.response?.value.count == 1 << 20)
    }

    @Test func `An error of a decoder's own is underlying`() throws {
        struct Odd: Error {}
        struct Failing: ContentDecoder {
            func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { throw Odd() }
        }
        let error = try error { () throws(TernError) in try answer("{}").decode(Moon.self, using: Failing()) }
        #expect(error.code == .decoding)
        #expect(error.underlying is Odd)
    }

    // MARK: Empty bodies

    @Test(arguments: [200, 202, 204, 205] as [HTTPStatus])
    func `An empty body is nothing, nil, no text or no bytes, and an error for the rest`(_ status: HTTPStatus) throws {
        let empty = answer("", status: status, type: nil)
        #expect(try empty.decode(NoContent.self) == NoContent())
        #expect(try empty.decode(Moon?.self) == nil)
        #expect(try empty.decode([Moon]?.self) == nil)
        #expect(try empty.decode(Moon?.self, at: "data.items") == nil)
        #expect(try empty.decode(String?.self) == nil)
        #expect(try empty.decode(Data?.self) == nil)
        #expect(try empty.decode(NoContent?.self) == nil)
        #expect(try empty.decode(String.self) == "")
        #expect(try empty.decode(Data.self) == Data())
        let error = try error { () throws(TernError) in try empty.decode(Moon.self) }
        #expect(error.code == .decoding)
        #expect(error.message.contains("empty (\(status))"))
        #expect(error.message.contains("NoContent"))
    }

    @Test func `A body that doesn't matter is not read`() throws {
        #expect(try answer("<html>").decode(NoContent.self) == NoContent())
        #expect(try answer("<html>").decode(NoContent?.self) == NoContent())
        #expect(try answer("<html>").decode(Data.self) == Data("<html>".utf8))
        #expect(try answer("<html>").decode(Data?.self) == Data("<html>".utf8))
    }

    // MARK: Text

    @Test(arguments: [
        ("text/plain; charset=utf-8", Data("grüß".utf8)),
        ("text/plain", Data("grüß".utf8)),
        ("text/plain; charset=\"UTF-8\"", Data("grüß".utf8)),
        ("text/plain; charset=ISO-8859-1", Data([0x67, 0x72, 0xFC, 0xDF])),
        ("text/plain;charset=windows-1252", Data([0x67, 0x72, 0xFC, 0xDF])),
        ("text/plain; charset=utf-16be", Data([0, 0x67, 0, 0x72, 0, 0xFC, 0, 0xDF])),
        ("text/plain; charset=utf-16", Data([0xFE, 0xFF, 0, 0x67, 0, 0x72, 0, 0xFC, 0, 0xDF])),
    ])
    func `A text is read by the answer's charset`(_ type: String, _ body: Data) throws {
        #expect(try answer(body, type: type).decode(String.self) == "grüß")
        #expect(try answer(body, type: type).decode(String?.self) == "grüß")
        #expect(try answer(body, type: type).text() == "grüß")
    }

    @Test func `A text without a type is UTF-8`() throws {
        #expect(try answer("grüß", type: nil).decode(String.self) == "grüß")
    }

    @Test func `What label Latin-1 covers in practice is read`() throws {
        #expect(try answer(Data([0x80, 0x93]), type: "text/plain; charset=latin1").text() == "€“")
    }

    @Test func `A charset that isn't known, and bytes that aren't of it, are errors with the body attached`() throws {
        let unknown = try error { () throws(TernError) in try answer("x", type: "text/plain; charset=klingon").text() }
        #expect(unknown.code == .decoding)
        #expect(unknown.message.contains("klingon"))
        let wrong = try error { () throws(TernError) in
            try answer(Data([0xFF, 0xFE, 0xFD]), type: nil).decode(String.self)
        }
        #expect(wrong.code == .decoding)
        #expect(wrong.response?.value == Data([0xFF, 0xFE, 0xFD]))
    }
}
