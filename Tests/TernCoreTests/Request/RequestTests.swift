import Foundation
import Testing
import TestSupport

@testable import TernCore

@Suite struct RequestTests {
    private func request(_ method: HTTPMethod, _ text: String = "https://h/p", body: RequestBody = .none) throws
        -> Request
    {
        Request(method, try #require(URL(string: text)), body: body)
    }

    @Test(arguments: [
        ("https://h/p?x=1", "https://h/p?x=1"), ("https://user:secret@h:8/p", "https://h:8/p"),
        ("https://user@h", "https://h"),
        ("https://h/a@b?c@d", "https://h/a@b?c@d"), ("https://u:p@h/a@b", "https://h/a@b"),
        ("https://u:p%40q@h/", "https://h/"),
    ])
    func `A request describes itself without a user's name and password`(url: String, shown: String) throws {
        #expect(try request(.put, url).description == "PUT \(shown)")
    }

    @Test func `Only what is idempotent and still there may be repeated`() throws {
        let bytes = RequestBody(Data("x".utf8))
        let stream = RequestBody(streaming: AsyncStream<Data> { $0.finish() })
        #expect(try request(.get).isRepeatable)
        #expect(try request(.put, body: bytes).isRepeatable)
        #expect(try !request(.put, body: stream).isRepeatable)
        #expect(try !request(.post).isRepeatable)
        #expect(try !request(.patch, body: bytes).isRepeatable)
    }

    @Test func `A request collects up to its options' limit unless it says otherwise`() throws {
        let options = RequestOptions { $0.responseLimit = 7 }
        #expect(
            Request(.get, try #require(URL(string: "https://h")), options: options).delivery == .collected(limit: 7))
        #expect(try request(.get).delivery == .collected(limit: 64 << 20))
    }

    @Test func `The limit of a collected body follows the options, unless it was set by hand`() throws {
        var followed = try request(.get)
        followed.options.responseLimit = 5
        #expect(followed.delivery == .collected(limit: 5))
        followed.delivery = .collected(limit: 7)
        followed.options.responseLimit = 9
        #expect(followed.delivery == .collected(limit: 7))
        var streamed = try request(.get)
        streamed.delivery = .streamed
        streamed.options.responseLimit = 5
        #expect(streamed.delivery == .streamed)
    }

    @Test func `A copy is changed alone`() throws {
        let first = try request(.get)
        var second = first
        second.method = .post
        second.headers["X-A"] = "b"
        second.options.usesCredentials = false
        #expect(first.method == .get)
        #expect(first.headers.isEmpty)
        #expect(first.options.usesCredentials)
        #expect(second.method == .post)
        #expect(second.headers["X-A"] == "b")
    }
}
