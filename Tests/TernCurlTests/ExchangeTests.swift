import Foundation
import TernCore
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct ExchangeTests {
    @Test func `A request arrives as it was made and its answer comes back`() async throws {
        let server = try await WireServer.start { request in
            .json(#"{"path":"\#(request.path)"}"#).header("X-Two", "a").header("X-Two", "b")
        }
        let transport = CurlTransport()
        let client = Client(transport: transport)
        let answer = try await client.send(
            Request(.post, server.url.appending(path: "a"), headers: ["X-App": "t"], body: RequestBody(Data("hi".utf8)))
        )
        #expect(answer.status == .ok)
        #expect(String(decoding: answer.value, as: UTF8.self) == #"{"path":"/a"}"#)
        #expect(answer.headers.values(for: "X-Two") == ["a", "b"])
        #expect(answer.metrics.version == .http1_1)
        #expect(answer.metrics.peer == "127.0.0.1:\(server.port)")
        #expect(server.requests.count == 1)
        #expect(server.requests[0].text == "hi")
        #expect(server.requests[0].headers["X-App"] == "t")
        #expect(server.requests[0].headers["Content-Type"] == nil)
        #expect(server.requests[0].headers["Expect"] == nil)
    }

    @Test func `A connection is kept and used again`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let client = Client(transport: CurlTransport())
        for _ in 0..<3 { _ = try await client.data(from: server.url) }
        #expect(server.requests.map(\.connection) == [0, 0, 0])
        #expect(server.requests.map(\.index) == [0, 1, 2])
    }

    @Test(arguments: [" ", "\t", ""])
    func `A header without a value is sent without one`(value: String) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let transport = CurlTransport()
        _ = try await transport.send(Request(.get, server.url, headers: ["X-Empty": value, "Accept": value]))
        #expect(server.requests[0].headers.values(named: "X-Empty") == [""])
        #expect(server.requests[0].headers.values(named: "Accept") == [""])
    }
}
