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
}
