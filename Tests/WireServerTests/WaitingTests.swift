import Foundation
import Testing
import WireServer

@Suite struct `Waiting` {
    static let get = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `Requests are given in order, one at a time`() async throws {
        let server = try await WireServer.start { _ in .status(200) }
        async let first = server.next()
        _ = try await talk(to: server, closingRequest("GET /1"))
        _ = try await talk(to: server, closingRequest("GET /2"))
        #expect(try await first.target == "/1")
        #expect(try await server.next().target == "/2")
        await server.stop()
    }

    @Test func `A head arrives before the whole request`() async throws {
        let server = try await WireServer.start { _ in .status(200) }
        let client = try SteppedClient(server)
        try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na")
        let early = try await server.waitForRequests(1, .head)
        #expect(early.map(\.isComplete) == [false])
        try await client.send("b")
        let whole = try await server.waitForRequests(1)
        #expect(whole.map(\.text) == ["ab"])
        await server.stop()
    }

    @Test func `A wait that ends in vain says what there was`() async throws {
        let server = try await WireServer.start { _ in .status(200) }
        _ = try await talk(to: server, closingRequest("GET /only"))
        let error = await #expect(throws: WireServerError.self) {
            try await server.waitForRequests(2, within: .milliseconds(1))
        }
        #expect(error?.kind == .timedOut)
        #expect(error?.description.contains("2 requests") == true)
        #expect(error?.description.contains("GET /only (connection 0, request 0)") == true)
        await server.stop()
    }

    @Test func `A wait ends when the server stops`() async throws {
        let server = try await WireServer.start()
        async let waiting: Void = server.waitForConnections(1)
        await server.stop()
        do {
            try await waiting
            Issue.record("nothing connected")
        } catch {
            #expect((error as? WireServerError)?.kind == .stopped)
        }
    }

    @Test func `A wait ends when its task is cancelled`() async throws {
        let server = try await WireServer.start()
        let waiting = Task { try await server.next() }
        waiting.cancel()
        let error = await #expect(throws: WireServerError.self) { try await waiting.value }
        #expect(error?.kind == .cancelled)
        await server.stop()
    }

    @Test func `A server that can send no more says so, and how much it sent`() async throws {
        let server = try await WireServer.start()
        server.enqueue(Reply(body: .stream(Data(count: 1 << 16), count: 1 << 10)))
        let client = try SteppedClient(server, receiveBuffer: 1 << 16)
        try await client.send(closingRequest("GET /"))
        let blocked = try await server.waitUntilBlocked(connection: 0)
        #expect(blocked.isBlocked)
        #expect(blocked.bytesSent > 0)
        #expect(blocked.bytesSent < 4 << 20)
        let count = try await client.run { client in
            _ = try client.receive(through: "\r\n\r\n")
            return try client.drain()
        }
        #expect(count == 1 << 26)
        #expect(!server.connections[0].isBlocked)
        await server.stop()
    }

    enum Situation: CaseIterable { case idle, stalled, atGate, delayed, inHandler, sending, reading }

    @Test(arguments: Situation.allCases, [false, true])
    func `The client's end is seen in every situation`(situation: Situation, byReset: Bool) async throws {
        let gate = Gate()
        let server = try await WireServer.start { _ in
            await gate.wait()
            return .status(200)
        }
        let client = try SteppedClient(server)
        switch situation {
        case .idle: try await server.waitForConnections(1)
        case .stalled: server.enqueue(.fault(.stall, at: .afterHead))
        case .atGate: server.enqueue(.fault(.wait(gate), at: .afterRequest))
        case .delayed: server.enqueue(.fault(.delay(.seconds(3600)), at: .afterRequest))
        case .inHandler: break
        case .sending: server.enqueue(Reply(body: .stream(Data(count: 1 << 20), count: 1 << 10)))
        case .reading: try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\na")
        }
        switch situation {
        case .idle: break
        case .reading: try await server.waitForRequests(1, .head)
        case .sending:
            try await client.send(Self.get)
            try await server.waitUntilBlocked(connection: 0)
        case .stalled, .atGate, .delayed, .inHandler:
            try await client.send(Self.get)
            try await server.waitForRequests(1)
        }
        if byReset { client.client.reset() } else { client.client.close() }
        let connection = try await server.waitForConnectionClosed(0)
        #expect(connection.ending == .closedByClient || connection.ending == .brokenByClient)
        #expect(server.openConnectionCount == 0)
        await server.stop()
    }

    @Test func `A handler's task is cancelled when the client has gone`() async throws {
        let (gone, seen) = (Gate(), Gate())
        let server = try await WireServer.start { _ in
            await gone.wait()
            if Task.isCancelled { seen.open() }
            return .status(200)
        }
        let client = try SteppedClient(server)
        try await client.send(Self.get)
        try await server.waitForRequests(1)
        client.client.close()
        await seen.wait()
        #expect(!gone.isOpen)
        await server.stop()
    }

    @Test func `A client that only stopped sending still gets its answer`() async throws {
        let gate = Gate()
        let server = try await WireServer.start()
        server.enqueue(.status(200, body: "late").fault(.wait(gate), at: .afterRequest))
        let client = try SteppedClient(server)
        try await client.send(Self.get)
        try await client.run { $0.shutDownWriting() }
        try await server.waitForConnectionClosed(0)
        gate.open()
        #expect(try await client.receiveAnswer().hasSuffix("late"))
        await server.stop()
    }

    @Test func `A gate stays open`() async {
        let gate = Gate()
        #expect(!gate.isOpen)
        async let first: Void = gate.wait()
        gate.open()
        gate.open()
        await first
        await gate.wait()
        #expect(gate.isOpen)
    }

    @Test func `Cancelling a wait at a gate ends the wait, not the gate's closure`() async {
        let gate = Gate()
        let waiting = Task { await gate.wait() }
        waiting.cancel()
        await waiting.value
        #expect(!gate.isOpen)
    }
}
