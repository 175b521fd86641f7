import Foundation
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct DefaultHeadersTests {
    private func sent(_ defaults: HTTPHeaders, _ own: HTTPHeaders) async throws -> HTTPHeaders {
        let exchange = Exchange(headers: defaults) { _ in .status(.ok) }
        _ = try await exchange.client.send(Request(at: "http://h/", headers: own))
        return try #require(exchange.recorder.requests.first).headers
    }

    @Test func `A call's header replaces the default of that name, in any case, and others stay`() async throws {
        let headers = try await sent(["X-A": "1", "X-B": "2"], ["x-a": "own", "X-C": "3"])
        #expect(headers.values(for: "X-A") == ["own"])
        #expect(headers["X-B"] == "2")
        #expect(headers["X-C"] == "3")
    }

    @Test func `A call's repeated header replaces the default as a whole`() async throws {
        let own = HTTPHeaders([.init("X-A", "1"), .init("x-a", "2")])
        #expect(try await sent(["X-A": "0"], own).values(for: "X-A") == ["1", "2"])
    }

    @Test func `An empty value removes the default and is not sent itself`() async throws {
        let headers = try await sent(["X-A": "1", "X-B": "2"], ["X-A": "", "X-Unknown": ""])
        #expect(!headers.contains("X-A"))
        #expect(!headers.contains("X-Unknown"))
        #expect(headers["X-B"] == "2")
    }

    @Test func `Tern names itself with version and platform where nobody names it`() async throws {
        let agent = try #require(try await sent([:], [:])[.userAgent])
        #expect(agent.hasPrefix("Tern/\(UserAgent.version) ("))
        #if os(Linux)
            #expect(agent.hasSuffix("(Linux)"))
        #endif
        #expect(UserAgent.version.split(separator: ".").count == 3)
    }

    @Test(
        arguments: [
            (["User-Agent": "App/1"], [:], "App/1"),
            ([:], ["user-agent": "Call/1"], "Call/1"),
            (["User-Agent": "App/1"], ["user-agent": "Call/1"], "Call/1"),
            (["User-Agent": ""], [:], nil),
            ([:], ["User-Agent": ""], nil),
            (["User-Agent": "App/1"], ["User-Agent": ""], nil),
            (["User-Agent": ""], ["User-Agent": "Call/1"], "Call/1"),
        ] as [(HTTPHeaders, HTTPHeaders, String?)])
    func `The client and the call may name another agent or none`(
        _ defaults: HTTPHeaders, _ own: HTTPHeaders, _ agent: String?
    ) async throws {
        #expect(try await sent(defaults, own).values(for: .userAgent) == (agent.map { [$0] } ?? []))
    }

    @Test func `Changing a client's headers holds for its next call and not for its copies`() async throws {
        let exchange = Exchange(headers: ["X-A": "1"]) { _ in .status(.ok) }
        var changed = exchange.client
        changed.headers["X-A"] = "2"
        _ = try await changed.send(Request(at: "http://h/"))
        _ = try await exchange.client.send(Request(at: "http://h/"))
        #expect(exchange.recorder.requests.map { $0.headers["X-A"] } == ["2", "1"])
    }

    @Test(arguments: [("X-A", "a\r\nX-B: b"), ("X-A", "a\nb"), ("X-A", "a\0"), ("X A", "a"), ("", "a"), ("X:A", "a")])
    func `A header that can't be sent is an error before anything is`(_ name: String, _ value: String) async {
        let exchange = Exchange { _ in .status(.ok) }
        let error = await failure {
            try await exchange.client.send(Request(at: "http://h/", headers: HTTPHeaders([.init(.init(name), value)])))
        }
        #expect(error?.code == .invalidRequest)
        #expect(exchange.recorder.isEmpty)
    }
}
