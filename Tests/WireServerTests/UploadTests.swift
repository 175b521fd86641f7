import Foundation
import Testing
import WireServer

@Suite struct `Uploads` {
    static let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n"

    @Test func `An expectation is answered before the body is sent`() async throws {
        let server = try await WireServer.start { request in .text(request.text) }
        let client = try SteppedClient(server)
        try await client.send(Self.head + "Expect: 100-Continue\r\n\r\n")
        #expect(try await client.run { try $0.receive(through: "\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
        try await client.send("0123456789")
        #expect(try await client.receiveAnswer().hasSuffix("\r\n\r\n0123456789"))
        await server.stop()
    }

    @Test func `An expectation can be ignored`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(200).ignoringExpectation())
        let client = try SteppedClient(server)
        try await client.send(Self.head + "Expect: 100-continue\r\n\r\n0123456789")
        #expect(try await client.receiveAnswer().hasPrefix("HTTP/1.1 200"))
        await server.stop()
    }

    @Test func `A final answer in place of 100 ends the connection`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(417).early())
        let client = try SteppedClient(server)
        try await client.send(Self.head + "Expect: 100-continue\r\n\r\n")
        let answer = try await client.run { try $0.receiveToEnd() }
        #expect(answer == "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        client.client.close()
        #expect(try await !server.next().isComplete)
        await server.stop()
    }

    @Test func `An early answer comes before the body, which is recorded all the same`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(413).early(), .status(200))
        let client = try SteppedClient(server)
        try await client.send(Self.head + "\r\n")
        #expect(try await client.receiveAnswer().hasPrefix("HTTP/1.1 413"))
        #expect(server.requests.map(\.isComplete) == [false])
        try await client.send("0123456789GET /next HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.receiveAnswer().hasPrefix("HTTP/1.1 200"))
        #expect(server.requests.map(\.text) == ["0123456789", ""])
        await server.stop()
    }

    @Test func `An early answer can come in the midst of the body`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(413).early(afterBodyBytes: 4))
        let client = try SteppedClient(server)
        try await client.send(Self.head + "\r\n012")
        try await server.waitForRequests(1, .head)
        #expect(server.connections[0].bytesSent == 0)
        try await client.send("3")
        #expect(try await client.receiveAnswer().hasPrefix("HTTP/1.1 413"))
        await server.stop()
    }

    @Test func `An early answer that closes is followed by FIN while the body still comes`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(413).closing().early())
        let client = try SteppedClient(server)
        try await client.send(Self.head + "\r\n012")
        #expect(try await client.run { try $0.receiveToEnd() }.hasPrefix("HTTP/1.1 413"))
        try await client.send("3456789")
        #expect(try await server.next().text == "0123456789")
        client.client.close()
        try await server.waitForConnectionClosed(0)
        await server.stop()
    }

    @Test func `A handler that decides at the head sees no body and may answer early`() async throws {
        let server = try await WireServer.start(decidingAt: .head) { request in
            .text("\(request.target) \(request.bodyLength)", status: 403).early()
        }
        let client = try SteppedClient(server)
        try await client.send(Self.head + "\r\n")
        #expect(try await client.receiveAnswer().hasSuffix("\r\n\r\n/ 0"))
        try await client.send("0123456789")
        #expect(try await server.next().text == "0123456789")
        await server.stop()
    }
}
