import Foundation
import Tern
import TernTesting
import Testing
import TestSupport

/// Redirects over real connections; the rules themselves are tested beside their interceptor.
@Suite struct RedirectWireTests {
    @Test func `A 303 to another host and back is a GET, without Authorization on both`() async throws {
        let first = try await WireServer.start()
        let second = try await WireServer.start()
        first.enqueue(
            .redirect(to: second.url.absoluteString + "/b", status: 303), .text("home"))
        second.enqueue(.redirect(to: first.url.absoluteString + "/c"))
        var client = Client.fresh()
        client.credentials = .basic(user: "ada", password: "1")
        let text: String = try await client.request(
            Call(
                baseURL: first.url, path: "/a", method: .post, parameters: ["x": 1],
                headers: ["Cookie": "c=1", "X-Kept": "1"]))
        #expect(text == "home")
        #expect(first.requests.map(\.method) == ["POST", "GET"])
        #expect(first.requests.map(\.target) == ["/a", "/c"])
        #expect(first.requests[0].headers["Authorization"] != nil)
        for hop in [second.requests[0], first.requests[1]] {
            #expect(hop.method == "GET")
            #expect(hop.body.isEmpty)
            #expect(hop.headers["Authorization"] == nil)
            #expect(hop.headers["Cookie"] == nil)
            #expect(hop.headers["Content-Type"] == nil)
            #expect(hop.headers["X-Kept"] == "1")
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `A redirect with a body is followed over the one connection there may be`(status: Int) async throws {
        let server = try await WireServer.start()
        server.enqueue(
            Reply(status, headers: ["Location": "/next"], body: .sized(Data(count: 100_000))), .text("there"))
        let client = Client.fresh { $0.maxConnectionsPerHost = 1 }
        do {
            let answer = try await client.stream(Call(baseURL: server.url, path: "/start"))
            #expect(try await answer.body.collect(upTo: 10) == Data("there".utf8))
        }
        server.enqueue(
            Reply(status, headers: ["Location": "/next"], body: .sized(Data(count: 100_000))), .text("there"))
        #expect(try await client.request(Call(baseURL: server.url, path: "/start"), as: String.self) == "there")
        #expect(server.requests.map(\.target) == ["/start", "/next", "/start", "/next"])
    }

    @Test(arguments: [307, 308])
    func `Method and bytes stay the same after a 307 and 308`(status: Int) async throws {
        let server = try await WireServer.start()
        server.enqueue(.redirect(to: "next?q=1", status: status), .text("there"))
        let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        try await Client.fresh().request(
            Call(baseURL: server.url, path: "/dir/start", method: .post, parameters: .data(body)))
        #expect(server.requests.map(\.method) == ["POST", "POST"])
        #expect(server.requests[1].target == "/dir/next?q=1")
        #expect(server.requests[1].body == body)
    }

    @Test func `More than ten redirects are an error, and ten are not`() async throws {
        let server = try await WireServer.start { request in
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0 ? .text("end") : .redirect(to: "/\(left - 1)")
        }
        let client = Client.fresh()
        #expect(try await client.request(Call(baseURL: server.url, path: "/10"), as: String.self) == "end")
        #expect(server.requestCount == 11)
        let error = await failure { try await client.request(Call(baseURL: server.url, path: "/11"), as: String.self) }
        #expect(error?.code == .tooManyRedirects)
        #expect(error?.statusCode == 302)
        #expect(server.requestCount == 22)
    }

    @Test func `A redirect isn't followed where the call says so`() async throws {
        let server = try await WireServer.start { _ in .redirect(to: "/elsewhere") }
        let answer = try await Client.fresh().response(
            Call(
                baseURL: server.url, validation: .successAndRedirectCodes,
                options: RequestOptions { $0.redirects = RedirectPolicy.none }), as: NoContent.self)
        #expect(answer.status == .found)
        #expect(answer.headers[.location] == "/elsewhere")
        #expect(server.requestCount == 1)
    }

    @Test func `A stream can't follow, so the redirect is the answer`() async throws {
        let server = try await WireServer.start { _ in .redirect(to: "/elsewhere", status: 307) }
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("once".utf8))
            continuation.finish()
        }
        let error = await failure {
            try await Client.fresh().send(Request(.post, server.url, body: RequestBody(streaming: chunks)))
        }
        #expect(error?.statusCode == 307)
        #expect(server.requests.map(\.text) == ["once"])
    }
}
