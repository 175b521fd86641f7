import Foundation
import NameServiceTrap
import TernCore
import TernLocks
import TernTesting
import Testing
import TestSupport

@testable import TernCurl

/// A call that hangs in some phase hangs alone, and ends at once when it is cancelled.
@Suite(.timeLimit(.minutes(1))) struct CancellationPhaseTests {
    enum Phase: CaseIterable {
        case queued, resolving, connecting, handshaking, sending, waiting, reading, redirected, uploadWaits
    }

    @Test(arguments: Phase.allCases)
    func `A call cancelled in any phase ends once, and other calls go on meanwhile`(_ phase: Phase) async throws {
        let healthy = try await WireServer.start { _ in .text("well") }
        let scene = try await Scene(phase)
        let client = Client.overCurl { $0.maxConnectionsPerHost = 1 }
        let transport = try #require(client.transport as? CurlTransport)
        let outcomes = Locked(0)
        let blocker = phase == .queued ? Task { try await client.send(scene.request()) } : nil
        if phase == .queued { try await scene.server.waitForRequests(1) }

        let call = Task {
            let error = await failure { try await client.send(scene.request()) }
            outcomes.withLock { $0 += 1 }
            return error
        }
        try await scene.wait(transport)
        #expect(try await client.data(from: healthy.url) == Data("well"))
        #expect(outcomes.withLock { $0 } == 0)

        call.cancel()
        #expect(await call.value?.code == .cancelled)
        #expect(try await client.data(from: healthy.url) == Data("well"))
        #expect(outcomes.withLock { $0 } == 1)

        scene.readsOn.open()
        blocker?.cancel()
        _ = await blocker?.result
        while transport.statistics != .init() { await Task.yield() }
        for index in 0..<scene.server.connectionCount { try await scene.server.waitForConnectionClosed(index) }
        #expect(scene.server.requestCount == scene.requestsAllowed)
    }

    @Test func `Threads that hang in a lookup end with it`() async throws {
        await #expect(processExitsWith: .success) {
            let scene = try await Scene(.resolving)
            let before = ProcessUsage()
            do {
                let client = Client.overCurl()
                let call = Task { await failure { try await client.send(scene.request()) } }
                while name_service_hanging() < 1 { await Task.yield() }
                call.cancel()
                _ = await call.value
            }
            name_service_release()
            while name_service_hanging() > 0 || CurlTransport.liveCalls > 0 { await Task.yield() }
            while ProcessUsage().sockets > before.sockets { await Task.yield() }
            while ProcessUsage.threads(named: "tern-curl") > 0 { await Task.yield() }
        }
    }

    /// A server, or something that looks like one, that holds a call in a phase.
    private struct Scene: Sendable {
        let phase: Phase
        let server: WireServer
        /// A server that reads nothing more never gets to the end of what the client has closed.
        let readsOn = Gate()
        private let listener: FullListener?
        private let url: URL
        private let hangingBefore = name_service_hanging()

        init(_ phase: Phase) async throws {
            self.phase = phase
            server = try await WireServer.start { request in
                switch phase {
                case .redirected where request.path == "/": .redirect(to: "/next")
                case .reading: .text("0123").fault(.stall, at: .body(afterBytes: 2))
                default: .fault(.stall, at: .afterRequest)
                }
            }
            if phase == .handshaking { server.enqueue(.fault(.stall, at: .accept)) }
            if phase == .sending { server.enqueue(.fault(.wait(readsOn), at: .request(afterBytes: 1000))) }
            listener = phase == .connecting ? try FullListener() : nil
            let text =
                switch phase {
                case .resolving: "http://a.hanging.test/"
                case .connecting: "http://127.0.0.1:\(listener?.port ?? 1)/"
                case .handshaking: "https://127.0.0.1:\(server.port)/"
                default: "http://127.0.0.1:\(server.port)/"
                }
            url = try #require(URL(string: text))
        }

        func request() -> Request {
            let body: RequestBody =
                switch phase {
                case .sending: RequestBody(Data(count: 32 << 20))
                case .uploadWaits:
                    RequestBody(streaming: AsyncStream<Data> { _ = $0.yield(Data("then nothing".utf8)) })
                default: .none
                }
            // No timer is to end what the test wants to cancel.
            let options = RequestOptions {
                $0.connectTimeout = .seconds(600)
                $0.idleTimeout = nil
            }
            return Request(body.isNone ? .get : .post, url, body: body, options: options)
        }

        /// Until the call hangs there.
        func wait(_ transport: CurlTransport) async throws {
            switch phase {
            case .queued: while transport.statistics.queued < 1 { await Task.yield() }
            case .resolving: while name_service_hanging() <= hangingBefore { await Task.yield() }
            case .connecting: while transport.statistics.active < 1 { await Task.yield() }
            case .handshaking: try await server.waitForConnections(1)
            case .sending: try await server.waitUntilReceived(1000, connection: 0)
            case .waiting: try await server.waitForRequests(1)
            case .reading: try await server.waitUntilSent(2, connection: 0)
            case .redirected: try await server.waitForRequests(2)
            case .uploadWaits: try await server.waitUntilReceived(12, connection: 0)
            }
        }

        /// How many requests the server gets to see.
        var requestsAllowed: Int {
            switch phase {
            case .resolving, .connecting, .handshaking: 0
            case .redirected: 2
            default: 1
            }
        }
    }
}
