import Foundation
import TernLocks
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct CredentialsTests {
    private func exchange(_ credentials: Credentials, headers: HTTPHeaders = [:]) -> Exchange {
        var exchange = Exchange(headers: headers) { _ in .status(.ok) }
        exchange.client.credentials = credentials
        return exchange
    }

    private func sent(
        _ credentials: Credentials, defaults: HTTPHeaders = [:], own: HTTPHeaders = [:],
        options: RequestOptions = RequestOptions()
    ) async throws -> [String] {
        let exchange = exchange(credentials, headers: defaults)
        var request = Request(at: "http://h/", headers: own)
        request.options = options
        _ = try await exchange.client.send(request)
        return try #require(exchange.recorder.requests.first).headers.values(for: .authorization)
    }

    @Test(arguments: [
        ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("test", "123£", "Basic dGVzdDoxMjPCow=="),
        ("", "", "Basic Og=="),
        ("u", "a:b", "Basic dTphOmI="),
    ])
    func `A name and a password are sent in UTF-8 as RFC 7617 says`(
        _ user: String, _ password: String, _ header: String
    ) async throws {
        #expect(try await sent(.basic(user: user, password: password)) == [header])
    }

    @Test(arguments: ["a:b", ":", "a:"])
    func `A name with a colon is an error before anything is sent`(_ user: String) async {
        let exchange = exchange(.basic(user: user, password: "p"))
        let error = await failure { try await exchange.client.send(Request(at: "http://h/")) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.request?.url.absoluteString == "http://h/")
        #expect(exchange.recorder.isEmpty)
    }

    @Test func `A token is sent as a bearer's`() async throws {
        #expect(try await sent(.bearer("abc.def")) == ["Bearer abc.def"])
    }

    @Test func `A closure is asked for a token before each call`() async throws {
        let count = Locked(0)
        let exchange = exchange(
            .bearer {
                await Task.yield()
                return count.withLock { count in
                    count += 1
                    return "t\(count)"
                }
            })
        _ = try await exchange.client.send(Request(at: "http://h/"))
        _ = try await exchange.client.send(Request(at: "http://h/"))
        #expect(exchange.recorder.requests.map { $0.headers[.authorization] } == ["Bearer t1", "Bearer t2"])
    }

    @Test func `An error of the closure ends the call unsent`() async {
        struct LoggedOut: Error {}
        let exchange = exchange(.bearer { throw LoggedOut() })
        let error = await failure { try await exchange.client.send(Request(at: "http://h/")) }
        #expect(error?.code == .interceptor)
        #expect(error?.underlying is LoggedOut)
        #expect(exchange.recorder.isEmpty)
    }

    @Test(arguments: ["t\r\nX-Evil: 1", "t\n", "\0"])
    func `A token that would break the head is an error before anything is sent`(_ token: String) async {
        let exchange = exchange(.bearer(token))
        let error = await failure { try await exchange.client.send(Request(at: "http://h/")) }
        #expect(error?.code == .invalidRequest)
        #expect(exchange.recorder.isEmpty)
    }

    @Test func `A call's own Authorization, or a default one, is the only one`() async throws {
        #expect(try await sent(.bearer("t"), own: ["authorization": "Basic x"]) == ["Basic x"])
        #expect(try await sent(.bearer("t"), defaults: ["Authorization": "Digest y"]) == ["Digest y"])
    }

    @Test func `A call opts out by its options or by an empty Authorization`() async throws {
        #expect(try await sent(.bearer("t"), options: RequestOptions { $0.usesCredentials = false }) == [])
        #expect(try await sent(.bearer("t"), own: ["Authorization": ""]) == [])
        #expect(try await sent(.bearer("t"), defaults: ["Authorization": "x"], own: ["Authorization": ""]) == [])
    }

    @Test func `A call that opts out asks no closure`() async throws {
        let asked = Locked(false)
        let credentials = Credentials.bearer {
            asked.withLock { $0 = true }
            return "t"
        }
        _ = try await sent(credentials, own: ["Authorization": "own"])
        _ = try await sent(credentials, options: RequestOptions { $0.usesCredentials = false })
        #expect(!asked.withLock { $0 })
    }
}
