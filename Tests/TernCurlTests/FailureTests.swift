import Foundation
import TernCore
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct FailureTests {
    @Test func `A refused connection says so and names the URL`() async throws {
        // Bound and not listening: a port that was let go of may be another test's by now.
        let port = try BoundPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/gone"))
        let error = await failure { try await Client.overCurl().data(from: url) }
        #expect(error?.code == .connection)
        #expect(error?.message.contains(url.absoluteString) == true)
    }

    @Test func `A name without an address says so and names the URL`() async throws {
        let url = try #require(URL(string: "http://tern.invalid/x"))
        let error = await failure { try await Client.overCurl().data(from: url) }
        #expect(error?.code == .nameResolution)
        #expect(error?.message.contains("http://tern.invalid/x") == true)
    }

    @Test(
        "A connection that ends before the head is lost, whoever ends it",
        arguments: [
            Reply.fault(.reset, at: .afterRequest), .fault(.close, at: .afterRequest), .fault(.close, at: .accept),
        ])
    func beforeTheHead(_ reply: Reply) async throws {
        let server = try await WireServer.start { _ in reply }
        server.enqueue(reply)
        let error = await failure { try await Client.overCurl().send(Request(.post, server.url)) }
        #expect(error?.code == .connectionLost)
        #expect(error?.response == nil)
        #expect(error?.message.contains(server.url.absoluteString) == true)
    }

    @Test func `A connection that is reset at once was lost, or never stood`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.fault(.reset, at: .accept))
        let error = await failure { try await Client.overCurl().send(Request(.post, server.url)) }
        // Which of them depends on whether the reset is there before libcurl looks.
        #expect(error?.code == .connectionLost || error?.code == .connection)
        #expect(server.requestCount == 0)
    }

    @Test(
        "A connection that ends within the body is no value",
        arguments: [
            Reply.text("0123456789").fault(.reset, at: .body(afterBytes: 5)),
            Reply.text("0123456789").fault(.close, at: .body(afterBytes: 5)),
            Reply(body: .chunked("01234", "56789")).fault(.close, at: .body(afterBytes: 8)),
        ])
    func withinTheBody(_ reply: Reply) async throws {
        let server = try await WireServer.start { _ in reply }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url)) }
        #expect(error?.code == .truncatedBody)
    }

    @Test(
        "A certificate that can't be trusted is an error of its own that names the URL",
        arguments: ["HTTPS_UNTRUSTED", "HTTPS_EXPIRED", "HTTPS_WRONG_HOST", "HTTPS"])
    func certificate(_ peer: String) async throws {
        let authority = try Peer.authority()
        let url = try Peer.url(peer, "/33.txt")
        // The good server is the one whose authority this client doesn't know.
        let client = Client.overCurl { if peer != "HTTPS" { $0.trustRoots = .pem(authority) } }
        let error = await failure { try await client.data(from: url) }
        #expect(error?.code == .certificate)
        #expect(error?.message.contains(url.absoluteString) == true)
    }

    @Test func `A server is trusted by an authority of one's own, and speaks HTTP 2`() async throws {
        let authority = try Peer.authority()
        let client = Client.overCurl { $0.trustRoots = .pem(authority) }
        let answer = try await client.send(Request(.get, try Peer.url("HTTPS", "/33.txt")))
        #expect(answer.value.count == 33)
        #expect(answer.metrics.version == .http2)
        #expect(answer.metrics.secureConnect > .zero)
    }

    @Test func `The version can be chosen, and HTTP 2 goes without TLS by prior knowledge`() async throws {
        let authority = try Peer.authority()
        let client = Client.overCurl { $0.trustRoots = .pem(authority) }
        let one = RequestOptions { $0.httpVersion = .http1_1 }
        let two = RequestOptions { $0.httpVersion = .http2 }
        #expect(
            try await client.send(Request(.get, try Peer.url("HTTPS", "/33.txt"), options: one)).metrics.version
                == .http1_1)
        #expect(
            try await client.send(Request(.get, try Peer.url("H2C", "/33.txt"), options: two)).metrics.version == .http2
        )
    }

    @Test(
        "What isn't HTTP is a malformed answer",
        arguments: [
            "garbage\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabcd",
            "HTTP/1.1 200 OK\r\nContent-Length: +4\r\n\r\nabcd",
            "HTTP/1.1 200 OK\r\nContent-Length: 4, +4\r\n\r\nabcd",
            "HTTP/1.1 200 OK\r\n X-Folded: nothing\r\nContent-Length: 4\r\n\r\nabcd",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabcd\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabcd\r\n0\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\n\r\nabcd",
        ])
    func malformed(_ bytes: String) async throws {
        let server = try await WireServer.start { _ in .raw(bytes) }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url)) }
        #expect(error?.code == .malformedResponse)
    }

    @Test func `Equal Content-Length fields pass`() async throws {
        let server = try await WireServer.start { _ in
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nabcd")
        }
        #expect(try await Client.overCurl().data(from: server.url) == Data("abcd"))
    }

    @Test(arguments: [true, false])
    func `A head over the limit is an error, in many lines or in one`(inOneLine: Bool) async throws {
        let server = try await WireServer.start { _ in
            var reply = Reply.text("x")
            if inOneLine { return reply.header("X-Long", String(repeating: "a", count: 150_000)) }
            for number in 0..<100 { reply = reply.header("X-\(number)", String(repeating: "a", count: 1000)) }
            return reply
        }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url)) }
        #expect(error?.code == .headersTooLarge)
    }

    @Test func `A switch of protocols that nobody asked for isn't waited on`() async throws {
        let server = try await WireServer.start { _ in
            .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\n\r\n", closing: false)
        }
        let error = await failure { try await Client.overCurl().stream(Request(.get, server.url)) }
        #expect(error?.code == .malformedResponse)
        try await server.waitForConnectionClosed(0)
    }
}
