import Foundation
import TernCore
import TernTesting
import Testing
import TestSupport

@testable import TernCurl

@Suite struct TimeoutTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let code: TernError.Code
        let reply: Reply
        var timeout: Duration?
        var options = RequestOptions()
        var testDescription: String { "\(code)" }
    }

    private static let drip = Reply.data(Data(count: 100)).fault(
        .throttle(bytes: 1, every: .seconds(1)), at: .body(afterBytes: 0))

    @Test(
        "A timer that ends says which one it was, and nothing stays open",
        arguments: [
            Case(
                code: .totalTimeout, reply: .fault(.stall, at: .afterRequest),
                options: RequestOptions(total: .milliseconds(300))),
            Case(
                code: .totalTimeout, reply: Reply.text("0123456789").fault(.stall, at: .body(afterBytes: 3)),
                options: RequestOptions(total: .milliseconds(300))),
            Case(code: .idleTimeout, reply: drip, options: RequestOptions(idle: .milliseconds(500))),
            Case(
                code: .idleTimeout, reply: Reply.fault(.stall, at: .afterRequest),
                options: RequestOptions(idle: .milliseconds(200))),
            Case(code: .totalTimeout, reply: drip, options: RequestOptions(total: .seconds(2))),
            Case(code: .timeout, reply: .fault(.stall, at: .afterRequest), timeout: .milliseconds(250)),
            Case(
                code: .timeout, reply: Reply.text("0123456789").fault(.stall, at: .body(afterBytes: 3)),
                timeout: .milliseconds(250)),
        ])
    func timers(_ shape: Case) async throws {
        let server = try await WireServer.start { _ in shape.reply }
        let client = Client.overCurl()
        let error = await failure {
            try await client.send(Request(.get, server.url, timeout: shape.timeout, options: shape.options))
        }
        #expect(error?.code == shape.code)
        #expect(error?.message.contains(server.url.absoluteString) == true)
        try await server.waitForConnectionClosed(0)
        #expect(server.requestCount == 1)
        // The owner counts a moment after it has closed the connection.
        let transport = try #require(client.transport as? CurlTransport)
        while transport.statistics != .init() { await Task.yield() }
    }

    @Test func `No address answers a connect that is left hanging`() async throws {
        // A listener whose queue is full drops further connects: the handshake hangs.
        let listener = try FullListener()
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let options = RequestOptions { $0.connectTimeout = .milliseconds(200) }
        let error = await failure { try await Client.overCurl().send(Request(.get, url, options: options)) }
        #expect(error?.code == .connectTimeout)
    }

    @Test(arguments: [
        Duration.seconds(Int64.max), .seconds(9_223_372_036_854_775) + .milliseconds(900),
        .milliseconds(Int64(1) << 32),
        .nanoseconds(Int64.max), .zero, .seconds(-1), .seconds(Int64.min),
    ])
    func `A timeout of any length is kept within what can be counted`(limit: Duration) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let isPositive = limit > .zero
        let options = RequestOptions {
            $0.connectTimeout = limit
            guard isPositive else { return }
            $0.idleTimeout = limit
            $0.totalTimeout = limit
            $0.queueTimeout = limit
        }
        let request = Request(.get, server.url, timeout: isPositive ? limit : nil, options: options)
        for client in [Client.overCurl(), .overCurl(clock: VirtualClock())] {
            let error = await failure { try await client.send(request) }
            // No time at all may still be enough on this machine.
            #expect(error == nil || error?.code == .connectTimeout && !isPositive)
        }
    }
}
