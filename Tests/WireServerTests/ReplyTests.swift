import Foundation
import Testing
import WireServer

@Suite struct `Replies` {
    static let big = Data(repeating: 0x61, count: 100_000)

    @Test(
        arguments: [
            (.json("[]"), "200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n", "[]"),
            (.text("é"), "200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n", "é"),
            (.data(Data("x".utf8)), "200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 1\r\n", "x"),
            (.status(404, body: "gone"), "404 Not Found\r\nContent-Length: 4\r\n", "gone"),
            (.status(200), "200 OK\r\nContent-Length: 0\r\n", ""),
            (.status(204, body: "x"), "204 No Content\r\n", ""),
            (.status(304, body: "x"), "304 Not Modified\r\n", ""),
            (.status(299), "299 Status\r\nContent-Length: 0\r\n", ""),
            (.status(200).reason(""), "200 \r\nContent-Length: 0\r\n", ""),
            (.redirect(to: "/b", status: 303), "303 See Other\r\nLocation: /b\r\nContent-Length: 0\r\n", ""),
            (
                .status(200).header("Set-Cookie", "a=1").header("set-cookie", "b=2"),
                "200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Length: 0\r\n", ""
            ),
            (
                Reply(body: .chunked("one", "", "twotwotwotwotwotwo")), "200 OK\r\nTransfer-Encoding: chunked\r\n",
                "3\r\none\r\n12\r\ntwotwotwotwotwotwo\r\n0\r\n\r\n"
            ),
            (
                Reply(body: .chunked("a")).trailer("X-Sum", "1"), "200 OK\r\nTransfer-Encoding: chunked\r\n",
                "1\r\na\r\n0\r\nX-Sum: 1\r\n\r\n"
            ),
            (Reply(body: .stream(Data("ab".utf8), count: 3)), "200 OK\r\nContent-Length: 6\r\n", "ababab"),
            (
                Reply(body: .stream(Data("ab".utf8), count: 2, chunked: true)),
                "200 OK\r\nTransfer-Encoding: chunked\r\n", "2\r\nab\r\n2\r\nab\r\n0\r\n\r\n"
            ),
            (Reply(body: .stream(Data(), count: 2)), "200 OK\r\nContent-Length: 0\r\n", ""),
            (Reply(body: .sized(big)), "200 OK\r\nContent-Length: 100000\r\n", String(decoding: big, as: UTF8.self)),
            (Reply(body: .untilClose(Data("x".utf8))), "200 OK\r\n", "x"),
            (Reply(body: .unframed(Data("zz\r\n".utf8))), "200 OK\r\n", "zz\r\n"),
            (
                Reply(headers: ["Content-Length": "9"], body: "short"), "200 OK\r\nContent-Length: 9\r\n", "short"
            ),
            (
                Reply(headers: ["Content-Length": "1", "content-length": "2"], body: "ab"),
                "200 OK\r\nContent-Length: 1\r\ncontent-length: 2\r\n", "ab"
            ),
        ] as [(Reply, String, String)])
    func `Each kind goes out as it is written`(reply: Reply, head: String, body: String) async throws {
        let server = try await WireServer.start()
        server.enqueue(reply)
        let answer = try await talk(to: server, closingRequest("GET /"))
        #expect(answer == "HTTP/1.1 \(head)Connection: close\r\n\r\n\(body)")
        await server.stop()
    }

    @Test func `Framing can be left out`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Reply(body: "x").withoutFraming())
        #expect(try await talk(to: server, closingRequest("GET /")) == "HTTP/1.1 200 OK\r\n\r\nx")
        await server.stop()
    }

    @Test func `An answer to HEAD has the fields of its body but no body`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(200, body: "abc"), Reply(body: .chunked("abc")))
        #expect(
            try await talk(to: server, closingRequest("HEAD /"))
                == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n")
        #expect(
            try await talk(to: server, closingRequest("HEAD /"))
                == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        await server.stop()
    }

    @Test func `Informational heads precede the final one`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(200).informational(103, headers: ["Link": "</a>"]).informational(102))
        let answer = try await talk(to: server, closingRequest("GET /"))
        #expect(
            answer.hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Status\r\n\r\nHTTP/1.1 200 OK")
        )
        await server.stop()
    }

    @Test func `Raw bytes are the whole answer, and the connection then closes`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.raw("HTTP/1.1 20x\r\nA\r\n"))
        #expect(try await talk(to: server, "GET / HTTP/1.1\r\nHost: h\r\n\r\n") == "HTTP/1.1 20x\r\nA\r\n")
        await server.stop()
    }

    @Test func `Raw bytes may leave the connection open`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", closing: false), .status(201))
        let client = try SteppedClient(server)
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.receiveAnswer().hasSuffix("\r\n\r\na"))
        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.receiveAnswer().hasPrefix("HTTP/1.1 201"))
        #expect(server.requests.map(\.index) == [0, 1])
        await server.stop()
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n", Reply.status(200)),
        ("GET / HTTP/1.0\r\n\r\n", .status(200)),
        ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", .status(200).closing()),
        ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", Reply(body: .untilClose(Data()))),
    ])
    func `Either side can ask that the connection close`(request: String, reply: Reply) async throws {
        let server = try await WireServer.start()
        server.enqueue(reply)
        let answer = try await talk(to: server, request)
        #expect(answer.components(separatedBy: "Connection: close\r\n").count == 2)
        let connection = try await server.waitForConnectionClosed(0)
        #expect(connection.ending == .closedByServer)
        await server.stop()
    }

    @Test func `A gigabyte is streamed without being held`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Reply(body: .stream(Data(count: 1 << 20), count: 1 << 10)))
        let port = server.port
        let count = try await onThread {
            let client = try RawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            _ = try client.receive(through: "\r\n\r\n")
            return try client.drain()
        }
        #expect(count == 1 << 30)
        #expect(server.connections[0].bytesSent > 1 << 30)
        await server.stop()
    }
}
