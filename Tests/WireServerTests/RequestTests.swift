import Foundation
import Testing
import WireServer

@Suite struct `Requests` {
    @Test func `A sized body is recorded with its raw head`() async throws {
        let server = try await WireServer.start()
        let head =
            "POST /a%2Fb/../c?x=1&y=%20 HTTP/1.1\r\nHost: h\r\nconnection:close\r\nX-A:  1 \t\r\nx-a: 2\r\nContent-Length: 5\r\n\r\n"
        _ = try await talk(to: server, head + "hello")
        let request = try await server.next()
        #expect(request.headText == head)
        #expect(request.method == "POST")
        #expect(request.target == "/a%2Fb/../c?x=1&y=%20")
        #expect(request.path == "/a%2Fb/../c")
        #expect(request.query == "x=1&y=%20")
        #expect(request.version == "HTTP/1.1")
        #expect(request.headers.map(\.name) == ["Host", "connection", "X-A", "x-a", "Content-Length"])
        #expect(request.headers["x-A"] == "1")
        #expect(request.headers.values(named: "X-a") == ["1", "2"])
        #expect(request.text == "hello")
        #expect(request.bodyLength == 5)
        #expect(request.chunkSizes == nil)
        #expect(request.isComplete)
        #expect(request.problem == nil)
        #expect(request.connection == 0 && request.index == 0)
        await server.stop()
    }

    @Test func `A chunked body is joined, its sizes and trailers kept`() async throws {
        let server = try await WireServer.start()
        _ = try await talk(
            to: server,
            closingRequest(
                "POST /", "Transfer-Encoding: chunked\r\n",
                body: "5;a=\"b\"\r\nhello\r\n00A \r\n, my world\r\n0;last\r\nX-Sum: 7\r\n\r\n"))
        let request = try await server.next()
        #expect(request.text == "hello, my world")
        #expect(request.chunkSizes == [5, 10])
        #expect(request.trailers["x-sum"] == "7")
        #expect(request.isComplete)
        await server.stop()
    }

    @Test func `A request arrives the same wherever it is cut`() async throws {
        let server = try await WireServer.start { request in .text(request.text + (request.trailers["T"] ?? "")) }
        let whole = Data(
            "PUT /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;e\r\nd\r\n0\r\nT: t\r\n\r\n"
                .utf8)
        let client = try SteppedClient(server)
        for cut in 1..<whole.count {
            let before = server.connections.first?.bytesReceived ?? 0
            try await client.run { try $0.send(Data(whole.prefix(cut))) }
            try await server.waitUntilReceived(before + cut, connection: 0)
            try await client.run { try $0.send(Data(whole.dropFirst(cut))) }
            #expect(try await client.receiveAnswer().hasSuffix("\r\n\r\nabcdt"), "cut at \(cut)")
        }
        #expect(server.requests.allSatisfy { $0.rawHead == whole.prefix($0.rawHead.count) && $0.isComplete })
        #expect(server.requests.count == whole.count - 1)
        #expect(server.connectionCount == 1)
        await server.stop()
    }

    @Test func `A request arrives the same byte by byte`() async throws {
        let server = try await WireServer.start { request in .text(request.text) }
        let whole = closingRequest("POST /", "Content-Length: 3\r\n", body: "abc")
        let client = try SteppedClient(server)
        for (index, byte) in whole.utf8.enumerated() {
            try await client.run { try $0.send(Data([byte])) }
            try await server.waitUntilReceived(index + 1, connection: 0)
        }
        #expect(try await client.receiveAnswer().hasSuffix("\r\n\r\nabc"))
        await server.stop()
    }

    @Test func `Pipelined requests are answered in order`() async throws {
        let server = try await WireServer.start { request in .text(request.target + request.text) }
        let answer = try await talk(
            to: server,
            """
            POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\na\
            POST /2 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nb\r\n0\r\n\r\n
            """ + closingRequest("GET /3"))
        let bodies = answer.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
        #expect(bodies == ["/1a", "/2b", "/3"])
        #expect(server.requests.map(\.index) == [0, 1, 2])
        #expect(server.connectionCount == 1)
        await server.stop()
    }

    @Test(arguments: [
        ("GET /\r\n\r\n", "400", "request line"),
        ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", "400", "request line"),
        ("G@T / HTTP/1.1\r\nHost: h\r\n\r\n", "400", "request line"),
        ("GET /é HTTP/1.1\r\nHost: h\r\n\r\n", "400", "request line"),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", "505", "version"),
        ("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "400", "empty"),
        ("GET / HTTP/1.1\nHost: h\n\n", "400", "CR LF"),
        ("GET / HTTP/1.1\r\nHost: h\nA: b\r\n\r\n", "400", "CR LF"),
        ("GET / HTTP/1.1\r\nHost: h\rA: b\r\n\r\n", "400", "CR LF"),
        ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", "400", "header field"),
        ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", "400", "header field"),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: \u{1}\r\n\r\n", "400", "header field"),
        ("GET / HTTP/1.1\r\nHost: h\r\nnocolon\r\n\r\n", "400", "header field"),
        ("GET / HTTP/1.1\r\n\r\n", "400", "Host"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400", "Host"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\na", "400", "Content-Length"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \r\n\r\n", "400", "Content-Length"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", "400", "Content-Length"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", "400", "Content-Length"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400", "both"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501", "coding"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "400", "chunk size"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "400", "chunk size"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", "400", "chunk size"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", "400", "longer"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\na", "400", "CR LF"),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nbad trailer\r\n\r\n", "400",
            "header field"
        ),
        ("GET / HTTP/1.1\r\nHost: h\r\nA: \(String(repeating: "a", count: 1 << 20))\r\n\r\n", "431", "longer"),
    ])
    func `A malformed request is refused and recorded`(request: String, status: String, problem: String) async throws {
        let server = try await WireServer.start { _ in .text("fine") }
        let client = try SteppedClient(server)
        try await client.send(request)
        let answer = try await client.run { client in
            let answer = try client.receiveAnswer()
            client.close()
            return answer
        }
        #expect(answer.head.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.head.contains("Connection: close"))
        #expect(answer.body.contains(problem))
        let recorded = try await server.next()
        #expect(recorded.problem.map { $0 + "\n" } == answer.body)
        #expect(!recorded.isComplete)
        #expect(request.hasPrefix(recorded.headText.prefix(1000)))
        try await server.waitForConnectionClosed(0)
        await server.stop()
    }

    @Test(arguments: [
        ("GET / HT", "within the head"),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc", "within the body"),
        ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", "within the body"),
    ])
    func `A request that breaks off is recorded with what there was`(request: String, problem: String) async throws {
        let server = try await WireServer.start { _ in .text("fine") }
        let client = try SteppedClient(server)
        try await client.send(request)
        client.client.close()
        let recorded = try await server.next()
        #expect(recorded.problem?.contains(problem) == true)
        #expect(!recorded.isComplete)
        #expect(recorded.text == (recorded.method.isEmpty ? "" : "abc"))
        await server.stop()
    }

    @Test func `A connection without a request leaves none`() async throws {
        let server = try await WireServer.start()
        let client = try SteppedClient(server)
        try await server.waitForConnections(1)
        #expect(server.openConnectionCount == 1)
        client.client.close()
        #expect(try await server.waitForConnectionClosed(0).ending == .closedByClient)
        #expect(server.requests.isEmpty)
        #expect(server.openConnectionCount == 0)
        await server.stop()
    }

    @Test func `What exceeds the kept bytes is counted only`() async throws {
        let server = try await WireServer.start(keepingBodyBytes: 4)
        _ = try await talk(to: server, closingRequest("POST /", "Content-Length: 6\r\n", body: "abcdef"))
        let request = try await server.next()
        #expect(request.text == "abcd")
        #expect(request.bodyLength == 6)
        #expect(request.isComplete)
        await server.stop()
    }

    @Test func `Old requests are let go of when told so`() async throws {
        let server = try await WireServer.start(keepingRequests: 2) { _ in .status(200) }
        for index in 0..<9 { _ = try await talk(to: server, closingRequest("GET /\(index)")) }
        #expect(server.requestCount == 9)
        #expect(server.requests.suffix(2).map(\.target) == ["/7", "/8"])
        #expect(server.requests.count <= 4)
        await server.stop()
    }
}
