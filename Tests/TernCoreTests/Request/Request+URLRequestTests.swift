import Foundation
import Testing
import TestSupport

@testable import TernCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct URLRequestConversionTests {
    private let url = URL(string: "https://h/p?x=1")!

    @Test func `Foundation's request becomes Tern's`() throws {
        var foundation = URLRequest(url: url, timeoutInterval: 7.5)
        foundation.httpMethod = "PATCH"
        foundation.httpBody = Data("body".utf8)
        foundation.setValue("a", forHTTPHeaderField: "X-B")
        foundation.setValue("b", forHTTPHeaderField: "X-A")
        foundation.addValue("c", forHTTPHeaderField: "X-A")
        let request = try Request(foundation)
        #expect(request.method == .patch)
        #expect(request.url == url)
        #expect(request.headers == ["X-A": "b,c", "X-B": "a"])
        #expect(request.body.data == Data("body".utf8))
        #expect(request.options.idleTimeout == .milliseconds(7500))
        #expect(request.timeout == nil)
    }

    @Test func `A bare one has Foundation's defaults`() throws {
        let request = try Request(URLRequest(url: url))
        #expect(request.method == .get)
        #expect(request.headers.isEmpty)
        #expect(request.body.isNone)
        #expect(request.options.idleTimeout == .seconds(60))
    }

    @Test(arguments: [TimeInterval.infinity, .greatestFiniteMagnitude, 0, -1, .nan])
    func `An interval that is none sets no limit`(interval: TimeInterval) throws {
        #expect(try Request(URLRequest(url: url, timeoutInterval: interval)).options.idleTimeout == nil)
    }

    @Test func `What can't be converted from Foundation is a typed error`() throws {
        var streamed = URLRequest(url: url)
        streamed.httpMethod = "POST"
        streamed.httpBodyStream = InputStream(data: Data("x".utf8))
        let error = refusal { () throws(TernError) in try Request(streamed) }
        #expect(error?.code == .unsupported)
        #expect(error?.request?.method == .post)
        var homeless = URLRequest(url: url)
        homeless.url = nil
        #expect(refusal { () throws(TernError) in try Request(homeless) }?.code == .invalidURL)
    }

    @Test func `Tern's request becomes Foundation's`() throws {
        var request = Request(.put, url, headers: ["X-A": "1", "Accept": "a"], body: RequestBody(Data("body".utf8)))
        request.headers.add("b", for: "accept")
        request.headers.add("s=1", for: .cookie)
        request.headers.add("t=2", for: .cookie)
        let foundation = try URLRequest(request)
        #expect(foundation.httpMethod == "PUT")
        #expect(foundation.url == url)
        #expect(foundation.httpBody == Data("body".utf8))
        #expect(foundation.value(forHTTPHeaderField: "x-a") == "1")
        #expect(foundation.value(forHTTPHeaderField: "Accept") == "a, b")
        #expect(foundation.value(forHTTPHeaderField: "Cookie") == "s=1; t=2")
        #expect(foundation.allHTTPHeaderFields?.count == 3)
        #expect(foundation.timeoutInterval == 60)
        #expect(try Request(foundation).method == .put)
    }

    @Test func `The interval is the shorter of both limits`() throws {
        let idle = RequestOptions { $0.idleTimeout = .milliseconds(2500) }
        #expect(try URLRequest(Request(.get, url, options: idle)).timeoutInterval == 2.5)
        #expect(try URLRequest(Request(.get, url, timeout: .seconds(1), options: idle)).timeoutInterval == 1)
        #expect(try URLRequest(Request(.get, url, timeout: .seconds(9), options: idle)).timeoutInterval == 2.5)
        let none = RequestOptions { $0.idleTimeout = nil }
        #expect(try URLRequest(Request(.get, url, options: none)).timeoutInterval > 1e9)
    }

    @Test func `What can't be converted to Foundation is a typed error`() {
        let stream = RequestBody(streaming: AsyncStream<Data> { $0.finish() })
        #expect(
            refusal { () throws(TernError) in try URLRequest(Request(.post, url, body: stream)) }?.code == .unsupported)
        #expect(refusal { () throws(TernError) in try URLRequest(Request("A B", url)) }?.code == .invalidRequest)
        #expect(
            refusal { () throws(TernError) in try URLRequest(Request(.get, url, headers: ["X": "a\r\nb"])) }?.code
                == .invalidRequest)
    }
}
