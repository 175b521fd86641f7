import Foundation
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct RedirectsTests {
    // MARK: Method and body (RFC 9110 §15.4)

    struct Rewrite: Sendable, CustomTestStringConvertible {
        let status: HTTPStatus
        let method: HTTPMethod
        let becomes: HTTPMethod
        let keepsBody: Bool
        var testDescription: String { "\(method) after \(status.code)" }
    }

    static let rewrites: [Rewrite] = [
        Rewrite(status: 303, method: .post, becomes: .get, keepsBody: false),
        Rewrite(status: 303, method: .put, becomes: .get, keepsBody: false),
        Rewrite(status: 303, method: .delete, becomes: .get, keepsBody: false),
        Rewrite(status: 303, method: .get, becomes: .get, keepsBody: false),
        Rewrite(status: 301, method: .post, becomes: .get, keepsBody: false),
        Rewrite(status: 302, method: .post, becomes: .get, keepsBody: false),
        Rewrite(status: 301, method: .put, becomes: .put, keepsBody: true),
        Rewrite(status: 302, method: .patch, becomes: .patch, keepsBody: true),
        Rewrite(status: 302, method: .delete, becomes: .delete, keepsBody: true),
        Rewrite(status: 302, method: "post", becomes: "post", keepsBody: true),
        Rewrite(status: 307, method: .post, becomes: .post, keepsBody: true),
        Rewrite(status: 308, method: .post, becomes: .post, keepsBody: true),
        Rewrite(status: 308, method: .put, becomes: .put, keepsBody: true),
        Rewrite(status: 307, method: .get, becomes: .get, keepsBody: true),
    ]

    @Test(arguments: rewrites)
    func `The method and the body follow the status`(_ rewrite: Rewrite) async throws {
        let exchange = Exchange(pages: ["http://h/a": .redirect(rewrite.status, to: "/b")])
        let own: HTTPHeaders = [
            "X-Own": "1", "Content-Type": "text/plain", "content-language": "en", "Content-Length": "4",
            "Transfer-Encoding": "chunked", "Accept": "*/*",
        ]
        let answer = try await exchange.client.send(
            Request(rewrite.method, at: "http://h/a", headers: own, body: RequestBody(Data("body".utf8))))

        let sent = exchange.recorder.requests
        #expect(sent.map(\.url.absoluteString) == ["http://h/a", "http://h/b"])
        #expect(sent.last?.method == rewrite.becomes)
        #expect(sent.last?.body.data == (rewrite.keepsBody ? Data("body".utf8) : nil))
        #expect(sent.last?.body.isNone == !rewrite.keepsBody)
        for name: HTTPHeaders.Name in ["Content-Type", "Content-Language", "Content-Length", "Transfer-Encoding"] {
            #expect(sent.last?.headers.contains(name) == rewrite.keepsBody, "\(name)")
        }
        #expect(sent.last?.headers["X-Own"] == "1")
        #expect(sent.last?.headers[.accept] == "*/*")
        #expect(answer.request.url.absoluteString == "http://h/b")
        #expect(answer.request.method == rewrite.becomes)
    }

    @Test(arguments: [301, 302, 303, 307, 308] as [HTTPStatus])
    func `A HEAD stays a HEAD`(_ status: HTTPStatus) async throws {
        let exchange = Exchange(pages: ["http://h/a": .redirect(status, to: "/b")])
        let answer = try await exchange.client.send(Request(.head, at: "http://h/a"))
        #expect(exchange.recorder.requests.map(\.method) == [.head, .head])
        #expect(answer.url.absoluteString == "http://h/b")
    }

    @Test(arguments: [307, 308, 301] as [HTTPStatus])
    func `A redirect that needs a one-shot body again is the answer`(_ status: HTTPStatus) async throws {
        let exchange = Exchange(pages: ["http://h/a": .redirect(status, to: "/b")])
        let answer = try await exchange.client.send(
            Request(.put, at: "http://h/a", body: oneShot("once")), validation: .none)
        #expect(answer.status == status)
        #expect(answer.value == Data("moved".utf8))
        #expect(exchange.urls == ["http://h/a"])
    }

    @Test func `A one-shot body that is dropped does not hold a redirect up`() async throws {
        let exchange = Exchange(pages: ["http://h/a": .redirect(.seeOther, to: "/b")])
        let answer = try await exchange.client.send(Request(.post, at: "http://h/a", body: oneShot("once")))
        #expect(answer.status == .ok)
        #expect(exchange.recorder.requests.map(\.method) == [.post, .get])
    }

    // MARK: Where to (RFC 3986 §5)

    @Test(arguments: [
        ("//host/x", "http://host/x"),
        ("?q", "http://h/a/b?q"),
        ("?q=1&r=%20", "http://h/a/b?q=1&r=%20"),
        ("../x", "http://h/x"),
        ("x", "http://h/a/x"),
        ("/x/../y", "http://h/y"),
        ("./x/./y", "http://h/a/x/y"),
        ("http://h/x/../y", "http://h/x/../y"),
        ("/a b", "http://h/a%20b"),
        ("/a%20b c", "http://h/a%20b%20c"),
        ("/%C3%BC/ü?é=ü%20", "http://h/%C3%BC/%C3%BC?%C3%A9=%C3%BC%20"),
        ("/%2F%2e%zz%", "http://h/%2F%2e%25zz%25"),
        ("/x#part", "http://h/x"),
        ("http://h2/x?q#part?r", "http://h2/x?q"),
        ("http://bücher.example/ü%20", "http://xn--bcher-kva.example/%C3%BC%20"),
        ("//bücher.example", "http://xn--bcher-kva.example"),
        ("HTTP://H/X", "HTTP://H/X"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("?to=http://other/ü", "http://h/a/b?to=http://other/%C3%BC"),
        ("  /padded\t", "http://h/padded"),
    ])
    func `A Location is resolved against the URL that was sent`(_ location: String, _ target: String) async throws {
        let exchange = Exchange(pages: ["http://h/a/b?k=1": .redirect(.found, to: location)])
        let answer = try await exchange.client.send(Request(at: "http://h/a/b?k=1"))
        #expect(exchange.urls == ["http://h/a/b?k=1", target])
        #expect(answer.url.absoluteString == target)
    }

    @Test(arguments: [
        "", "#part", "mailto:a@b", "myapp://callback?code=1", "http://", "http:///x", "http://h:port/", "ht tp://x",
    ])
    func `A Location that is no URL of http leaves the redirect as the answer`(_ location: String) async throws {
        let exchange = Exchange(pages: ["http://h/a": .redirect(.found, to: location)])
        let answer = try await exchange.client.send(Request(at: "http://h/a"), validation: .none)
        #expect(answer.status == .found)
        #expect(answer.headers[.location] == location)
        #expect(exchange.urls == ["http://h/a"])
    }

    @Test func `Two Locations that differ leave the redirect as the answer, and two that agree are one`() async throws {
        let differing = HTTPHeaders([.init(.location, "/b"), .init(.location, "/c")])
        let agreeing = HTTPHeaders([.init(.location, "/b"), .init(.location, "/b")])
        let exchange = Exchange(pages: [
            "http://h/differ": .status(.found, headers: differing),
            "http://h/agree": .status(.found, headers: agreeing),
        ])
        #expect(try await exchange.client.send(Request(at: "http://h/differ"), validation: .none).status == .found)
        #expect(try await exchange.client.send(Request(at: "http://h/agree")).url.absoluteString == "http://h/b")
    }

    @Test(arguments: [300, 304, 305, 306, 200, 201, 404] as [HTTPStatus])
    func `Other answers with a Location are answers`(_ status: HTTPStatus) async throws {
        let exchange = Exchange(pages: ["http://h/a": .redirect(status, to: "/b")])
        #expect(try await exchange.client.send(Request(at: "http://h/a"), validation: .none).status == status)
        #expect(exchange.urls == ["http://h/a"])
    }

    @Test(arguments: [301, 302, 303, 307, 308] as [HTTPStatus])
    func `A redirect without Location is a status error by default`(_ status: HTTPStatus) async {
        let exchange = Exchange(answering: .status(status))
        let error = await failure { try await exchange.client.send(Request(at: "http://h/a")) }
        #expect(error?.code == .statusCode)
        #expect(error?.status == status)
    }

    // MARK: What must not leave the origin

    static let secrets: HTTPHeaders = [
        "Authorization": "Bearer t", "Cookie": "a=b", "Proxy-Authorization": "Basic x", "Host": "front.example",
        "X-Own": "1",
    ]

    @Test(arguments: [
        ("http://h/a", "http://h2/b"),
        ("http://h/a", "http://h:8080/b"),
        ("http://h/a", "https://h/b"),
        ("http://h/a", "https://h:80/b"),
        ("http://h/a", "http://sub.h/b"),
        ("http://h/a", "http://h./b"),
        ("http://h/a", "//h@evil/b"),
        ("http://bücher.example/a", "http://bucher.example/b"),
    ])
    func `Secrets are dropped when the origin changes`(_ from: String, _ to: String) async throws {
        let exchange = Exchange { request in
            request.url.path == "/a" ? .redirect(.temporaryRedirect, to: to) : .text("arrived")
        }
        _ = try await exchange.client.send(Request(at: from, headers: Self.secrets))
        let last = try #require(exchange.recorder.requests.last)
        #expect(exchange.recorder.calls.count == 2)
        for name: HTTPHeaders.Name in [.authorization, .cookie, .proxyAuthorization, .host] {
            #expect(!last.headers.contains(name), "\(name)")
        }
        #expect(last.headers["X-Own"] == "1")
    }

    @Test(arguments: [
        ("http://h/a", "/b"),
        ("http://h/a", "http://H:80/b"),
        ("http://h:80/a", "HTTP://h/b"),
        ("http://h:/a", "http://h/b"),
        ("https://h/a", "https://h:443/b"),
        ("http://bücher.example/a", "http://XN--BCHER-KVA.example/b"),
        ("http://[::1]/a", "http://[::1]:80/b"),
    ])
    func `Secrets stay while the origin does`(_ from: String, _ to: String) async throws {
        let exchange = Exchange { request in
            request.url.path == "/a" ? .redirect(.found, to: to) : .text("arrived")
        }
        _ = try await exchange.client.send(Request(at: from, headers: Self.secrets))
        let last = try #require(exchange.recorder.requests.last)
        #expect(exchange.recorder.calls.count == 2)
        for field in Self.secrets { #expect(last.headers[field.name] == field.value) }
    }

    @Test func `Secrets, the client's credentials too, stay dropped when a later hop comes back`() async throws {
        var exchange = Exchange(pages: [
            "http://h/a": .redirect(.seeOther, to: "http://other/b"),
            "http://other/b": .redirect(.found, to: "http://h/c"),
        ])
        exchange.client.credentials = .bearer("token")
        _ = try await exchange.client.send(Request(.post, at: "http://h/a", body: RequestBody(Data("x".utf8))))
        let sent = exchange.recorder.requests
        #expect(sent.map(\.url.absoluteString) == ["http://h/a", "http://other/b", "http://h/c"])
        #expect(sent.map { $0.headers[.authorization] } == ["Bearer token", nil, nil])
        #expect(sent.map(\.method) == [.post, .get, .get])
    }

    @Test(arguments: [
        ("http://u:p@h/a", "/b", "http://u:p@h/b"),
        ("http://u:p@h/a", "http://h/b", "http://u:p@h/b"),
        ("http://u:p@h/a", "http://evil:x@h/b", "http://u:p@h/b"),
        ("http://u:p@h/a", "http://h2/b", "http://h2/b"),
        ("http://u:p@h/a", "http://u:p@h2/b", "http://h2/b"),
        ("http://h/a", "http://u:p@h/b", "http://h/b"),
        ("http://h/a", "//u@h2:8080/b", "http://h2:8080/b"),
    ])
    func `Userinfo stays with its origin and is never taken from a Location`(
        _ from: String, _ location: String, _ target: String
    ) async throws {
        let exchange = Exchange { request in
            request.url.path == "/a" ? .redirect(.found, to: location) : .text("arrived")
        }
        _ = try await exchange.client.send(Request(at: from))
        #expect(exchange.urls == [from, target])
    }

    @Test(arguments: ["http://h/b", "HTTP://h/b", "http://other:443/b"])
    func `A hop from https to http is an error with the redirect attached`(_ location: String) async {
        let exchange = Exchange(pages: ["https://h/a": .redirect(.found, to: location)])
        let error = await failure { try await exchange.client.send(Request(at: "https://h/a")) }
        #expect(error?.code == .insecureRedirect)
        #expect(error?.status == .found)
        #expect(error?.response?.value == Data("moved".utf8))
        #expect(error?.request?.url.absoluteString == "https://h/a")
        #expect(exchange.urls == ["https://h/a"])
    }

    // MARK: Policies

    @Test func `Ten redirects are followed and the eleventh is an error with the last answer attached`() async {
        let exchange = Exchange { request in
            let hop = Int(request.url.lastPathComponent) ?? 0
            return hop == 10 && request.url.query == "stop"
                ? .text("arrived") : .redirect(.found, to: "\(hop + 1)?\(request.url.query ?? "")")
        }
        let stopping = await failure {
            try await exchange.client.send(Request(at: "http://h/0?stop"))
        }
        #expect(stopping == nil)
        let error = await failure {
            try await exchange.client.send(Request(at: "http://h/0?go"))
        }
        #expect(error?.code == .tooManyRedirects)
        #expect(error?.request?.url.absoluteString == "http://h/10?go")
        #expect(error?.response?.headers[.location] == "11?go")
        #expect(exchange.recorder.calls.count == 11 + 11)
    }

    @Test(arguments: [(0, 1), (1, 2), (3, 4), (-1, 1)])
    func `A limit of one's own holds`(_ limit: Int, _ sent: Int) async {
        var exchange = Exchange { _ in .redirect(.found, to: "/again") }
        exchange.client.redirects = .follow(limit: limit)
        let error = await failure { try await exchange.client.send(Request(at: "http://h/")) }
        #expect(error?.code == .tooManyRedirects)
        #expect(exchange.recorder.calls.count == sent)
    }

    @Test func `The policy none returns the redirect itself`() async throws {
        var exchange = Exchange(pages: ["https://h/a": .redirect(.found, to: "http://h/b")])
        exchange.client.redirects = .none
        let answer = try await exchange.client.send(Request(at: "https://h/a"), validation: .successAndRedirectCodes)
        #expect(answer.status == .found)
        #expect(answer.value == Data("moved".utf8))
        #expect(exchange.recorder.calls.count == 1)
    }

    @Test func `A call's own policy wins over the client's`() async throws {
        var exchange = Exchange(pages: ["http://h/a": .redirect(.found, to: "/b")])
        var request = Request(at: "http://h/a")
        request.options.redirects = RedirectPolicy.none
        #expect(try await exchange.client.send(request, validation: .none).status == .found)
        exchange.client.redirects = .none
        request.options.redirects = .follow
        #expect(try await exchange.client.send(request).status == .ok)
    }

    @Test func `A policy of one's own is asked with the answer and the next request, and may change it`() async throws {
        var exchange = Exchange(pages: [
            "http://h/a": .redirect(.found, to: "/b"), "http://h/b": .redirect(.found, to: "/stop"),
        ])
        exchange.client.redirects = .custom { redirect, next in
            guard next.url.lastPathComponent != "stop" else { return nil }
            var next = next
            next.headers["X-From"] = redirect.url.absoluteString
            return next
        }
        let answer = try await exchange.client.send(Request(at: "http://h/a"), validation: .none)
        #expect(answer.status == .found)
        #expect(exchange.urls == ["http://h/a", "http://h/b"])
        #expect(exchange.recorder.requests.last?.headers["X-From"] == "http://h/a")
    }

    @Test func `A request that a policy makes anew keeps the call's delivery, clock and deadline`() async throws {
        var exchange = Exchange(pages: ["http://h/a": .redirect(.found, to: "/b")])
        exchange.client.redirects = .custom { _, next in Request(.get, next.url) }
        var request = Request(at: "http://h/a")
        request.options.totalTimeout = .seconds(7)
        let answer = try await exchange.client.stream(request)
        #expect(answer.request.delivery == .streamed)
        #expect(answer.request.deadline == .seconds(7))
        #expect(!answer.request.time.isContinuous)
    }

    @Test func `A policy of one's own can neither loop for ever nor leave TLS`() async {
        var exchange = Exchange { _ in .redirect(.found, to: "/again") }
        exchange.client.redirects = .custom(limit: 4) { _, next in next }
        let looping = await failure { try await exchange.client.send(Request(at: "http://h/")) }
        #expect(looping?.code == .tooManyRedirects)
        exchange.client.redirects = .custom { _, _ in Request(at: "http://plain/") }
        let plain = await failure { try await exchange.client.send(Request(at: "https://h/")) }
        #expect(plain?.code == .insecureRedirect)
    }

    @Test func `An error of a policy's own ends the call and names the hop`() async {
        struct Refused: Error {}
        var exchange = Exchange(pages: [
            "http://h/a": .redirect(.found, to: "/b"), "http://h/b": .redirect(.found, to: "/c"),
        ])
        exchange.client.redirects = .custom { redirect, next in
            guard redirect.url.path == "/a" else { throw Refused() }
            return next
        }
        let error = await failure { try await exchange.client.send(Request(at: "http://h/a")) }
        #expect(error?.code == .interceptor)
        #expect(error?.underlying is Refused)
        #expect(error?.request?.url.absoluteString == "http://h/b")
    }

    @Test func `A streamed redirect's body is let go of before the next call`() async throws {
        let log = Log()
        var exchange = Exchange(pages: [
            "http://h/a": .redirect(.found, to: "/b"), "http://h/b": .redirect(.found, to: "/c"),
        ])
        exchange.client.logging = nil
        let transport = exchange.client.transport
        exchange.client.transport = Watched(transport: transport, log: log)
        let answer = try await exchange.client.stream(Request(at: "http://h/a"))
        #expect(log.lines == ["sent /a", "ended /a", "sent /b", "ended /b", "sent /c"])
        _ = try await answer.collected()
        #expect(log.lines.last == "ended /c")
    }

    private struct Watched: Transport {
        let transport: any Transport
        let log: Log
        func send(_ request: Request) async throws -> Response<ResponseBody> {
            log.add("sent \(request.url.path)")
            var answer = try await transport.send(request)
            answer.body = answer.body.onEnd { [log] in log.add("ended \(request.url.path)") }
            return answer
        }
    }
}
