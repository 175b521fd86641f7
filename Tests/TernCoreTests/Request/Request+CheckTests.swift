import Foundation
import Testing
import TestSupport

@testable import TernCore

@Suite struct RequestCheckTests {
    private func failure(of request: Request) -> TernError? {
        refusal { () throws(TernError) in try request.check() }
    }
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: ["GET", "get", "PURGE", "M-SEARCH", "!#$%&'*+-.^_`|~09az"])
    func `Every token is a method`(method: String) throws {
        #expect(failure(of: Request(HTTPMethod(rawValue: method), try url("https://h"))) == nil)
    }

    @Test(arguments: ["", "A B", "GET\r\n", "GET\r\nX: y", "G\0", "GÉT", "A:B", "A/B", "\"A\"", "A\t"])
    func `What is no token is neither method nor header name`(text: String) throws {
        let asMethod = failure(of: Request(HTTPMethod(rawValue: text), try url("https://h")))
        #expect(asMethod?.code == .invalidRequest)
        #expect(asMethod?.message.contains("method") == true)
        let asName = failure(of: Request(.get, try url("https://h"), headers: [HTTPHeaders.Name(text): "x"]))
        #expect(asName?.code == .invalidRequest)
        #expect(asName?.message.contains("header name") == true)
    }

    @Test(arguments: ["a\r\nb", "a\rb", "a\nb", "a\0b", "\r\n", "\n", "a\r\n b"])
    func `A header value can't start another line`(value: String) throws {
        let error = failure(of: Request(.get, try url("https://h"), headers: ["X-Ok": "1", "X-Bad": value]))
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("X-Bad") == true)
    }

    @Test(arguments: ["", "a b", "ü", "a\tb", "\u{2028}", "a: b, c; d=\"e\""])
    func `Any other header value may be sent`(value: String) throws {
        #expect(failure(of: Request(.get, try url("https://h"), headers: ["X": value])) == nil)
    }

    @Test(arguments: [
        "http://h", "https://h/p?q", "HTTPS://H", "http://[::1]:80/", "http://u:p@h/", "http://bücher.example",
    ])
    func `A URL of HTTP with a host may be sent`(text: String) throws {
        #expect(failure(of: Request(.get, try url(text))) == nil)
    }

    @Test(arguments: [
        "ftp://h", "file:///etc/passwd", "h/p", "/p", "mailto:a@b", "https:", "https:///p", "data:,x", "ws://h",
    ])
    func `Any other URL is a typed error`(text: String) throws {
        let error = failure(of: Request(.get, try url(text)))
        #expect(error?.code == .invalidURL)
        #expect(error?.message.contains(text.debugDescription) == true)
    }

    typealias Framing = (method: HTTPMethod, headers: HTTPHeaders, body: RequestBody)

    private static let abc = RequestBody(Data("abc".utf8))
    private static let twoLengths: HTTPHeaders = {
        var headers: HTTPHeaders = ["Content-Length": "3"]
        headers.add("3", for: .contentLength)
        return headers
    }()
    private static let wrong: [Framing] = [
        (.get, ["Content-Length": "5"], .none), (.get, ["Content-Length": ""], .none),
        (.post, ["Content-Length": "2"], abc), (.post, ["Content-Length": "20"], abc),
        (.post, ["Content-Length": "+3"], abc), (.put, ["Content-Length": "3"], oneShot("abc")),
        (.post, twoLengths, abc), (.get, ["Transfer-Encoding": "chunked"], .none),
        (.post, ["Transfer-Encoding": "gzip, chunked"], abc), (.head, [:], abc), (.head, [:], RequestBody(Data())),
        (.post, [:], oneShot("abc", length: -1)), (.post, [:], oneShot("abc", length: .min)),
    ]
    private static let right: [Framing] = [
        (.get, ["Content-Length": "0"], .none), (.post, ["Content-Length": "3"], abc),
        (.post, ["Content-Length": "3"], oneShot("abc", length: 3)),
        (.post, ["Transfer-Encoding": "Chunked"], oneShot("abc")),
    ]

    @Test(arguments: wrong)
    func `A body that its head tells wrong is never sent`(_ framing: Framing) throws {
        let error = failure(
            of: Request(framing.method, try url("https://h"), headers: framing.headers, body: framing.body))
        #expect(error?.code == .invalidRequest)
    }

    @Test(arguments: right)
    func `A head that tells its body right may say so itself`(_ framing: Framing) throws {
        let request = Request(framing.method, try url("https://h"), headers: framing.headers, body: framing.body)
        #expect(failure(of: request) == nil)
    }
}
