import Foundation
import Testing
import WireServer

/// One request meets one fault in each phase. The client must get exactly the bytes before it, and then the fault.
@Suite struct `Faults` {
    static let reply = Reply(headers: ["Content-Length": "10"], body: "0123456789")
    static let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
    static let answer = head + "0123456789"
    static let requestHead = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\n\r\n"
    static let never = Duration.seconds(3600)

    struct Place: CustomTestStringConvertible {
        let phase: Reply.Phase
        /// How many bytes of the answer come before the fault.
        let sent: Int
        var testDescription: String { "\(phase)" }
    }

    static let places: [Place] = [
        Place(phase: .accept, sent: 0),
        Place(phase: .beforeRequest, sent: 0),
        Place(phase: .request(afterBytes: 0), sent: 0),
        Place(phase: .request(afterBytes: 5), sent: 0),
        Place(phase: .request(afterBytes: 100), sent: 0),
        Place(phase: .afterRequest, sent: 0),
        Place(phase: .head(afterBytes: 0), sent: 0),
        Place(phase: .head(afterBytes: 7), sent: 7),
        Place(phase: .head(afterBytes: 1000), sent: head.utf8.count),
        Place(phase: .afterHead, sent: head.utf8.count),
        Place(phase: .body(afterBytes: 0), sent: head.utf8.count),
        Place(phase: .body(afterBytes: 4), sent: head.utf8.count + 4),
        Place(phase: .body(afterBytes: 1000), sent: answer.utf8.count),
        Place(phase: .afterBody, sent: answer.utf8.count),
    ]

    enum End { case fin, reset }

    /// Sends the request, which a fault may cut short, and reads until the connection ends.
    static func exchange(with server: WireServer) async throws -> (received: String, end: End) {
        let port = server.port
        return try await onThread {
            var received = Data()
            do {
                let client = try RawClient(port: port)
                try client.send(requestHead)
                try client.send("abcdefgh")
                while true {
                    let piece = try client.receive()
                    if piece.isEmpty { return (String(decoding: received, as: UTF8.self), .fin) }
                    received += piece
                }
            } catch RawClient.Failure.reset, RawClient.Failure.brokenPipe {
                return (String(decoding: received, as: UTF8.self), .reset)
            }
        }
    }

    static func prefix(_ place: Place) -> String { String(decoding: answer.utf8.prefix(place.sent), as: UTF8.self) }

    static func rest(_ place: Place) -> String { String(decoding: answer.utf8.dropFirst(place.sent), as: UTF8.self) }

    @Test(arguments: places) func `Close`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.close, at: place.phase))
        let (received, end) = try await Self.exchange(with: server)
        #expect(received == Self.prefix(place))
        // Bytes left unread turn a close into a reset; once the request is read, nothing is left.
        switch place.phase {
        case .accept, .beforeRequest, .request: break
        default: #expect(end == .fin)
        }
        #expect(try await server.waitForConnectionClosed(0).ending == .closedByServer)
        await server.stop()
    }

    @Test(arguments: places) func `Reset`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.reset, at: place.phase))
        let (received, end) = try await Self.exchange(with: server)
        #expect(received == Self.prefix(place))
        #expect(end == .reset)
        #expect(try await server.waitForConnectionClosed(0).ending == .resetByServer)
        await server.stop()
    }

    @Test(arguments: places) func `Half-close`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.halfClose, at: place.phase))
        let client = try SteppedClient(server)
        if place.phase == .accept {
            #expect(try await client.run { try $0.receiveToEnd() } == "")
        }
        try await client.send(Self.requestHead + "abcdefgh")
        #expect(try await client.run { try $0.receiveToEnd() } == Self.prefix(place))
        #expect(try await server.next().text == "abcdefgh")
        try await client.send("more")
        try await server.waitUntilReceived(Self.requestHead.utf8.count + 12, connection: 0)
        #expect(server.openConnectionCount == 1)
        client.client.close()
        #expect(try await server.waitForConnectionClosed(0).ending == .closedByClient)
        await server.stop()
    }

    @Test(arguments: places) func `Stall until the client gives up`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.stall, at: place.phase))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        #expect(try await client.run { try $0.receive(exactly: place.sent) } == Self.prefix(place))
        try await server.waitForConnections(1)
        #expect(server.openConnectionCount == 1)
        try await client.run { $0.shutDownWriting() }
        #expect(try await server.waitForConnectionClosed(0).ending == .closedByClient)
        #expect(try await client.run { try? $0.receiveToEnd() } ?? "" == "")
        await server.stop()
    }

    @Test(arguments: places) func `Stall until the server stops`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.stall, at: place.phase))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        #expect(try await client.run { try $0.receive(exactly: place.sent) } == Self.prefix(place))
        try await server.waitForConnections(1)
        await server.stop()
        #expect(server.connections[0].ending == .serverStopped)
        #expect(try await client.run { try? $0.receiveToEnd() } ?? "" == "")
    }

    @Test(arguments: places) func `Wait at a gate`(place: Place) async throws {
        let server = try await WireServer.start()
        let gate = Gate()
        server.enqueue(Self.reply.fault(.wait(gate), at: place.phase).fault(.close, at: .afterBody))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        #expect(try await client.run { try $0.receive(exactly: place.sent) } == Self.prefix(place))
        try await server.waitForConnections(1)
        // The client may have read what the server has not counted yet.
        try await server.waitUntilSent(place.sent, connection: 0)
        #expect(server.connections[0].bytesSent == place.sent)
        #expect(server.openConnectionCount == 1)
        gate.open()
        #expect(try await client.run { try $0.receiveToEnd() } == Self.rest(place))
        await server.stop()
    }

    @Test(arguments: places) func `A delay passes`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.delay(.milliseconds(1)), at: place.phase).fault(.close, at: .afterBody))
        #expect(try await Self.exchange(with: server).received == Self.answer)
        await server.stop()
    }

    @Test(arguments: places) func `A delay holds until it has passed`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.delay(Self.never), at: place.phase).fault(.close, at: .afterBody))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        #expect(try await client.run { try $0.receive(exactly: place.sent) } == Self.prefix(place))
        try await server.waitForConnections(1)
        await server.stop()
        #expect(server.connections[0].bytesSent == place.sent)
        #expect(server.connections[0].ending == .serverStopped)
    }

    @Test(arguments: places) func `Rubbish is put in between`(place: Place) async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.text("rubbish"), at: place.phase).fault(.close, at: .afterBody))
        let (received, _) = try await Self.exchange(with: server)
        #expect(received == Self.prefix(place) + "rubbish" + Self.rest(place))
        await server.stop()
    }

    @Test(arguments: places) func `A throttle lets all bytes through`(place: Place) async throws {
        let server = try await WireServer.start()
        let throttle = Reply.Fault.throttle(bytes: 3, every: .microseconds(10))
        server.enqueue(Self.reply.fault(throttle, at: place.phase).fault(.close, at: .afterBody))
        let (received, _) = try await Self.exchange(with: server)
        #expect(received == Self.answer)
        #expect(try await server.next().text == "abcdefgh")
        await server.stop()
    }

    @Test func `A throttle holds back what exceeds it, in an answer`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.throttle(bytes: 3, every: Self.never), at: .body(afterBytes: 4)))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        let expected = Self.head + "0123456"
        #expect(try await client.run { try $0.receive(exactly: expected.utf8.count) } == expected)
        await server.stop()
        #expect(server.connections[0].bytesSent == expected.utf8.count)
    }

    @Test func `A throttle holds back what exceeds it, in a request`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.throttle(bytes: 3, every: Self.never), at: .beforeRequest))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        try await server.waitUntilReceived(3, connection: 0)
        await server.stop()
        #expect(server.connections[0].bytesReceived == 3)
    }

    @Test func `A throttle ends with its exchange`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Self.reply.fault(.throttle(bytes: 3, every: Self.never), at: .afterBody), Self.reply)
        let client = try SteppedClient(server)
        for _ in 0..<2 {
            try await client.send(Self.requestHead + "abcdefgh")
            #expect(try await client.receiveAnswer() == Self.answer)
        }
        await server.stop()
    }

    @Test func `Faults of one phase strike in the order they were given`() async throws {
        let server = try await WireServer.start()
        let gate = Gate()
        server.enqueue(
            Self.reply.fault(.text("a"), at: .afterHead).fault(.wait(gate), at: .afterHead)
                .fault(.text("b"), at: .afterHead).fault(.reset, at: .body(afterBytes: 2)))
        let client = try SteppedClient(server)
        try await client.send(Self.requestHead + "abcdefgh")
        #expect(try await client.run { try $0.receive(exactly: Self.head.utf8.count + 1) } == Self.head + "a")
        gate.open()
        #expect(try await client.run { try $0.receive(exactly: 3) } == "b01")
        await #expect(throws: RawClient.Failure.reset) { try await client.run { try $0.receiveToEnd() } }
        await server.stop()
    }

    @Test func `A reused connection is reset after its second request arrived`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.status(200), .fault(.reset, at: .afterRequest), .status(201))
        let client = try SteppedClient(server)
        try await client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.receiveAnswer().hasPrefix("HTTP/1.1 200"))
        try await client.send("POST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
        await #expect(throws: RawClient.Failure.reset) { try await client.run { try $0.receive() } }
        #expect(try await talk(to: server, closingRequest("GET /3")).hasPrefix("HTTP/1.1 201"))
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3"])
        #expect(server.requests.map(\.connection) == [0, 0, 1])
        await server.stop()
    }

    @Test func `Faults at acceptance can be given to a connection by its number`() async throws {
        let server = try await WireServer.start { _ in .status(200) }
        server.onConnection(1, .text("rubbish"), .close)
        #expect(try await talk(to: server, closingRequest("GET /")).hasPrefix("HTTP/1.1 200"))
        let client = try SteppedClient(server)
        #expect(try await client.run { try $0.receiveToEnd() } == "rubbish")
        #expect(try await talk(to: server, closingRequest("GET /")).hasPrefix("HTTP/1.1 200"))
        #expect(server.requests.map(\.connection) == [0, 2])
        await server.stop()
    }

    @Test(arguments: [Reply.Phase.accept, .beforeRequest, .request(afterBytes: 3)])
    func `A handler's fault for a phase that has passed strikes at once`(phase: Reply.Phase) async throws {
        let server = try await WireServer.start { _ in .fault(.reset, at: phase) }
        let (received, end) = try await Self.exchange(with: server)
        #expect(received == "")
        #expect(end == .reset)
        #expect(server.requests.map(\.text) == ["abcdefgh"])
        await server.stop()
    }

    @Test func `A handler that decides at the head can have a fault strike in the body`() async throws {
        let server = try await WireServer.start(decidingAt: .head) { _ in .fault(.reset, at: .request(afterBytes: 3)) }
        _ = try await Self.exchange(with: server)
        #expect(try await server.next().bodyLength == 3)
        await server.stop()
    }

    @Test func `Chunk framing counts in the offsets of a body`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Reply(body: .chunked("abc", "def")).fault(.close, at: .body(afterBytes: 10)))
        let answer = try await talk(to: server, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\n3\r\nabc\r\n3\r"))
        await server.stop()
    }

    @Test func `Faults strike within raw bytes, too`() async throws {
        let server = try await WireServer.start()
        server.enqueue(
            .raw("HTTP/1.1 200 OK\r\n\r\nabcdef").fault(.text("|"), at: .afterHead).fault(
                .close, at: .body(afterBytes: 2)))
        let answer = try await talk(to: server, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer == "HTTP/1.1 200 OK\r\n\r\n|ab")
        await server.stop()
    }
}
