import Foundation
import TernCore
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct AddressTests {
    @Test(
        "An international name goes out as punycode",
        arguments: [
            ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
            ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("api.example.com", "api.example.com"),
        ])
    func punycode(host: String, sent: String) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client.overCurl { $0.resolve = [host: "127.0.0.1"] }
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        _ = try await client.data(from: url)
        #expect(server.requests[0].headers["Host"] == "\(sent):\(server.port)")
    }

    @Test func `An IPv6 literal keeps its brackets`() async throws {
        let server = try await WireServer.start(on: .ipv6) { _ in .text("x") }
        let answer = try await Client.overCurl().send(Request(.get, server.url.appending(path: "p")))
        #expect(server.requests[0].headers["Host"] == "[::1]:\(server.port)")
        #expect(answer.metrics.peer == "[::1]:\(server.port)")
    }

    @Test(
        "What a URL says is sent as it is written, but for the fragment",
        arguments: [
            ("/x%26y/../z", "/x%26y/../z"), ("/a/./b//c", "/a/./b//c"), ("/%2F%2e%2E", "/%2F%2e%2E"),
            ("/p?a=1&b=%2B~%5B%5D", "/p?a=1&b=%2B~%5B%5D"), ("/p?b[]=a b", "/p?b%5B%5D=a%20b"), ("/p?q#frag", "/p?q"),
            ("?q=1", "/?q=1"), ("", "/"),
        ])
    func target(_ written: String, _ sent: String) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let url = try #require(URL(string: server.url.absoluteString + written))
        _ = try await Client.overCurl().data(from: url)
        #expect(server.requests[0].target == sent)
    }

    @Test(
        "A line end in a header or a method is an error before anything is sent",
        arguments: [
            Request(.get, URL(fileURLWithPath: "/"), headers: ["X-A": "a\r\nX-B: b"]),
            Request(.get, URL(fileURLWithPath: "/"), headers: ["X-A": "a\nb"]),
            Request(.get, URL(fileURLWithPath: "/"), headers: ["X-A": "a\0b"]),
            Request(.get, URL(fileURLWithPath: "/"), headers: ["X-A\r\n": "a"]),
            Request(.get, URL(fileURLWithPath: "/"), headers: ["": "a"]),
            Request("GET / HTTP/1.1\r\nX: y", URL(fileURLWithPath: "/")), Request("", URL(fileURLWithPath: "/")),
        ])
    func injection(_ request: Request) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        var request = request
        request.url = server.url
        let error = await failure { try await Client.overCurl().send(request) }
        #expect(error?.code == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: ["ftp://h/x", "file:///x", "/only/a/path", "http:///x"])
    func `A URL that isn't one of HTTP is an error before anything is sent`(_ text: String) async throws {
        let url = try #require(URL(string: text))
        #expect(await failure { try await Client.overCurl().data(from: url) }?.code == .invalidURL)
    }

    @Test func `The proxy of the environment doesn't count unless it is asked for`() async {
        // In a process of its own: whoever reads the environment while another thread writes it may crash.
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:1/", 1)
            let server = try await WireServer.start { _ in .text("direct") }
            #expect(try await Client.overCurl().data(from: server.url) == Data("direct"))
            let client = Client.overCurl { $0.usesProxyEnvironment = true }
            #expect(await failure { try await client.data(from: server.url) }?.code == .connection)
        }
    }
}
