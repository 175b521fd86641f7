import Foundation
import Testing
import WireServer

@Suite struct `A server` {
    @Test func `A handler's reply reaches the client, framed`() async throws {
        let server = try await WireServer.start { request in .json(#"{"path":"\#(request.path)"}"#) }
        let client = try SteppedClient(server)
        try await client.send("GET /a%2Fb?x=1 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(
            try await client.receiveAnswer()
                == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n"
                + #"{"path":"/a%2Fb"}"#)
        await server.stop()
    }

    @Test func `Its URL names the address and the port`() async throws {
        let server = try await WireServer.start()
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
        await server.stop()
    }

    static func hasIPv6() async -> Bool {
        guard let server = try? await WireServer.start(on: .ipv6) else { return false }
        await server.stop()
        return true
    }

    @Test(.enabled("needs an IPv6 loopback") { await hasIPv6() })
    func `It can listen on the IPv6 loopback`() async throws {
        let server = try await WireServer.start(on: .ipv6) { _ in .text("six") }
        let port = server.port
        #expect(server.url.absoluteString == "http://[::1]:\(port)")
        let answer = try await onThread {
            let client = try RawClient(port: port, on: .ipv6)
            try client.send(closingRequest("GET /"))
            return try client.receiveToEnd()
        }
        #expect(answer.hasSuffix("\r\n\r\nsix"))
        await server.stop()
    }

    @Test func `Enqueued replies come before routes, routes before the handler`() async throws {
        let server = try await WireServer.start { _ in .text("handler") }
        server.route("/a") { request in .text("route \(request.method)") }
        server.route("POST /a", .text("first"), .text("last"))
        server.route("/b/*") { request in .text("under b") }
        server.enqueue(.text("queued"))
        var answers: [String] = []
        for line in ["GET /a", "GET /a?x", "POST /a", "POST /a", "POST /a", "GET /b/c", "GET /b", "GET /aa"] {
            answers += [try await talk(to: server, closingRequest(line)).components(separatedBy: "\r\n\r\n")[1]]
        }
        #expect(answers == ["queued", "route GET", "first", "last", "last", "under b", "handler", "handler"])
        await server.stop()
    }

    @Test func `Without a reply it says what is missing`() async throws {
        let server = try await WireServer.start()
        let answer = try await talk(to: server, closingRequest("GET /x"))
        #expect(answer.hasPrefix("HTTP/1.1 501 "))
        #expect(
            answer.hasSuffix(
                "no reply for GET /x (connection 0, request 0): enqueue one, add a route or give a handler."))
        await server.stop()
    }

    @Test func `A handler's error becomes a 500 that names it`() async throws {
        struct Broken: Error {}
        let server = try await WireServer.start { _ in throw Broken() }
        let answer = try await talk(to: server, closingRequest("GET /x"))
        #expect(answer.hasPrefix("HTTP/1.1 500 "))
        #expect(answer.hasSuffix("The handler failed for GET /x (connection 0, request 0): Broken()"))
        await server.stop()
    }

    @Test func `A taken port is a clear error`() async throws {
        let server = try await WireServer.start()
        let error = await #expect(throws: WireServerError.self) { try await WireServer.start(port: server.port) }
        #expect(error?.kind == .cannotListen)
        #expect(
            error?.description
                == "WireServer can't listen on 127.0.0.1:\(server.port): bind: Address already in use. Give port 0 to have a free one chosen."
        )
        await server.stop()
    }

    @Test(arguments: [-1, 65536]) func `A port out of range is a clear error`(port: Int) async throws {
        let error = await #expect(throws: WireServerError.self) { try await WireServer.start(port: port) }
        #expect(error?.kind == .cannotListen)
        #expect(error?.description.contains("0 and 65535") == true)
    }

    @Test func `Two hundred connections are served at once`() async throws {
        let everyone = Gate()
        let server = try await WireServer.start { request in
            await everyone.wait()
            return .text(request.target)
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    try await talk(to: server, closingRequest("GET /\(index)")).hasSuffix("\r\n\r\n/\(index)")
                }
            }
            try await server.waitForRequests(200)
            #expect(server.openConnectionCount == 200)
            everyone.open()
            for try await isRight in group { #expect(isRight) }
        }
        #expect(server.connectionCount == 200)
        #expect(Set(server.requests.map(\.connection)) == Set(0..<200))
        await server.stop()
    }

    @Test func `Enqueued replies that were dropped are given to nobody`() async throws {
        let server = try await WireServer.start { _ in .text("handler") }
        server.enqueue(.text("first"), .text("second"))
        server.dropEnqueued()
        server.enqueue(.text("third"))
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let text = try client.receiveToEnd()
        #expect(text.contains("third") && text.contains("handler"))
        #expect(!text.contains("first") && !text.contains("second"))
        await server.stop()
    }

    @Test func `Stopping twice, at once or later, is stopping`() async throws {
        let server = try await WireServer.start()
        let client = try RawClient(port: server.port)
        try await server.waitForConnections(1)
        async let one: Void = server.stop()
        async let two: Void = server.stop()
        _ = await (one, two)
        await server.stop()
        // Not by connecting anew: the port may be another test's server's by now.
        #expect(server.connections[0].ending == .serverStopped)
        #expect(server.openConnectionCount == 0)
        withExtendedLifetime(client) {}
    }

    @Test func `Stopping does not heed a cancelled task`() async throws {
        let server = try await WireServer.start()
        let client = try RawClient(port: server.port)
        try await server.waitForConnections(1)
        let stopping = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await server.stop()
        }
        await stopping.value
        #expect(server.connections[0].ending == .serverStopped)
        withExtendedLifetime(client) {}
    }

    @Test func `Records can be read after the stop`() async throws {
        let server = try await WireServer.start { _ in .status(200) }
        _ = try await talk(to: server, closingRequest("GET /x"))
        await server.stop()
        #expect(server.requests.map(\.target) == ["/x"])
        #expect(server.openConnectionCount == 0)
    }
}
