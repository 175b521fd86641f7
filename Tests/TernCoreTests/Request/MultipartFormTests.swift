import Foundation
import Testing
import TestSupport

@testable import TernCore

@Suite struct MultipartFormTests {
    private func text(_ form: MultipartForm) throws -> String {
        String(decoding: try form.encoded().data, as: UTF8.self)
    }

    @Test func `Parts are written in order, several of a name too`() throws {
        let form = MultipartForm(
            [
                .text("title", "Moon\n"), .data("image", Data([0, 1, 13, 10]), filename: "m.png", type: .png),
                .text("title", ""),
                .data("raw", Data("x".utf8)),
            ], boundary: "b-1")
        let (data, type) = try form.encoded()
        var expected = Data(
            """
            --b-1\r
            Content-Disposition: form-data; name="title"\r
            \r
            Moon
            \r
            --b-1\r
            Content-Disposition: form-data; name="image"; filename="m.png"\r
            Content-Type: image/png\r
            \r\n
            """.utf8)
        expected.append(Data([0, 1, 13, 10]))
        expected.append(
            Data(
                """
                \r
                --b-1\r
                Content-Disposition: form-data; name="title"\r
                \r
                \r
                --b-1\r
                Content-Disposition: form-data; name="raw"\r
                Content-Type: application/octet-stream\r
                \r
                x\r
                --b-1--\r\n
                """.utf8))
        #expect(data == expected)
        #expect(type == "multipart/form-data; boundary=b-1")
    }

    @Test(arguments: [
        (#"a"b"#, "a%22b"), ("a\rb", "a%0Db"), ("a\nb", "a%0Ab"), ("a\r\nb", "a%0D%0Ab"), ("ü 👍", "ü 👍"),
        (#"a\b"#, #"a\b"#), ("a%22b", "a%22b"),
        ("a;b=c", "a;b=c"), ("", ""), ("\"\r\n\"", "%22%0D%0A%22"),
    ])
    func `Names and filenames are escaped as browsers do`(name: String, escaped: String) throws {
        let form = MultipartForm([.data(name, Data(), filename: name, type: .plainText)], boundary: "b")
        #expect(
            try text(form) == "--b\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n"
                + "Content-Type: text/plain; charset=utf-8\r\n\r\n\r\n--b--\r\n")
        #expect(
            try text(MultipartForm([.text(name, name)], boundary: "b")).contains(
                "name=\"\(escaped)\"\r\n\r\n\(name)\r\n--b--"))
    }

    @Test(arguments: ["text/plain\r\nX: y", "a\nb", "a\0", "\r"])
    func `A part's media type can't start another header`(type: String) {
        let form = MultipartForm([.text("ok", "1"), .data("file", Data(), type: MediaType(type))])
        let error = refusal { () throws(TernError) in try form.encoded() }
        #expect(error?.code == .encoding)
        #expect(error?.message.contains("\"file\"") == true)
        #expect(
            refusal { () throws(TernError) in try built(.post, .multipart(form)) }?.request?.description
                == "POST https://h/p")
    }

    @Test func `A boundary is made anew for every form`() throws {
        let form: MultipartForm = [.text("a", "1")]
        let boundaries = try (0..<20).map { _ in try #require(form.encoded().mediaType.parameter("boundary")) }
        #expect(Set(boundaries).count == 20)
        for boundary in boundaries {
            #expect(boundary.hasPrefix("tern-"))
            #expect(boundary.utf8.count <= 70)
        }
    }

    @Test(arguments: ["x--b", "--b", "\r\n--b\r\n", "a--bc"])
    func `A boundary that occurs in a part is a typed error`(value: String) throws {
        let error = refusal { () throws(TernError) in try MultipartForm([.text("a", value)], boundary: "b").encoded() }
        #expect(error?.code == .encoding)
        #expect(error?.message.contains("occurs") == true)
        #expect(try text(MultipartForm([.text("a", value)], boundary: "c")).contains(value))
    }

    @Test(arguments: ["", "a b", "a\r\nb", "ü", "a\"b", String(repeating: "x", count: 71)])
    func `A boundary that is none is a typed error`(boundary: String) {
        let error = refusal { () throws(TernError) in try MultipartForm(boundary: boundary).encoded() }
        #expect(error?.code == .encoding)
        #expect(error?.message.contains("RFC 2046") == true)
    }

    @Test func `A boundary that isn't a token is quoted in the header`() throws {
        let form = MultipartForm([.text("a", "1")], boundary: "a/b:c=d?(e)")
        let type = try form.encoded().mediaType
        #expect(type.rawValue == #"multipart/form-data; boundary="a/b:c=d?(e)""#)
        #expect(type.parameter("boundary") == "a/b:c=d?(e)")
        #expect(try text(form).hasPrefix("--a/b:c=d?(e)\r\n"))
    }

    @Test func `A form without parts is only its end`() throws {
        #expect(try text(MultipartForm(boundary: "b")) == "--b--\r\n")
        var form: MultipartForm = []
        form.boundary = "c"
        form.parts.append(.text("a", "1"))
        #expect(try text(form) == "--c\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--c--\r\n")
    }
}
