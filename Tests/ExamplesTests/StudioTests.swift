import ExampleServer
import Foundation
import Studio
import Tern
import TernLocks
import TernTesting
import Testing
import WireServer

@Suite struct `The studio` {
    private func studio(_ server: ExampleServer, session: String = "let-me-in") -> Studio.NetworkService {
        // The router's timeouts are real; a busy machine must not run into them.
        Studio.NetworkService(session: session, host: server.studio, clock: VirtualClock())
    }

    @Test func `Campaigns are listed by their status`() async throws {
        try await withServer { server in
            let live = try await studio(server).streams.campaigns(.live, page: 1)
            #expect(live.map(\.id) == [10, 40, 70, 100, 130, 160, 190, 220, 250, 280])
            #expect(live[1].title == "Jeju tangerines #4")
            #expect(live[1].status == .live)
            #expect(live[1].viewers == 1_284)
            #expect(live[1].startsAt == Date(timeIntervalSince1970: 1_748_779_200.25 + 40 * 3_600))
            #expect(live[1].clips == nil)
            let rest = try await studio(server).streams.campaigns(nil, page: 4)
            #expect(rest.map(\.id) == [310, 320, 330, 340, 350, 360])
            #expect(
                server.arrived == ["GET /studio/v1/campaigns?status=live&page=1", "GET /studio/v1/campaigns?page=4"])
        }
    }

    @Test func `Every call arrives as its method wants it, and its answer comes back`() async throws {
        try await withServer { server in
            let streams = studio(server).streams
            let campaign = try await streams.campaign(40)
            #expect(campaign.clips == [400, 401, 402, 403])
            #expect(try await streams.deleteClips([401, 403, 999]) == [401, 403])
            #expect(try await streams.campaign(40).clips == [400, 402])

            let started = try await streams.start(30, title: "Camping & \"more\"", notify: true)
            #expect(started.title == "Camping & \"more\"")
            #expect(started.status == .live)
            #expect(started.viewers == 1_200)
            #expect(try await streams.stop(30, reason: nil).status == .ended)
            #expect(try await streams.stop(30, reason: "rain").status == .ended)

            var settings = Settings()
            settings.slowModeSeconds = 30
            #expect(try await streams.update(settings, language: "en") == settings)

            #expect(
                server.arrived == [
                    "GET /studio/v1/campaigns/40",
                    #"DELETE /studio/v1/clips {"ids":[401,403,999]}"#,
                    "GET /studio/v1/campaigns/40",
                    #"POST /studio/v2/campaigns/30/broadcast {"notify":true,"title":"Camping & \"more\""}"#,
                    "PUT /studio/v2/campaigns/30/broadcast {}",
                    #"PUT /studio/v2/campaigns/30/broadcast {"reason":"rain"}"#,
                    #"PUT /studio/v1/settings {"chat":true,"slowModeSeconds":30}"#,
                ])
        }
    }

    @Test func `A target's header replaces a default, and an empty one removes it`() async throws {
        try await withServer { server in
            let streams = studio(server).streams
            _ = try await streams.campaign(40)
            _ = try await streams.deleteClips([400])
            _ = try await streams.update(Settings(), language: "en")
            let requests = server.wire.requests
            #expect(requests.map { $0.headers["Accept-Language"] } == ["ko-KR", "ko-KR", "en"])
            #expect(requests.map { $0.headers["X-Studio-Tracking"] } == ["on", nil, "on"])
            #expect(
                requests.map { $0.headers.values(named: "X-Studio-Session") } == [
                    ["let-me-in"], ["let-me-in"], ["let-me-in"],
                ])
            #expect(requests.map { $0.headers["Content-Type"] } == [nil, "application/json", "application/json"])
        }
    }

    @Test func `A target says its time and its version of HTTP`() throws {
        let provider = Provider<StudioRouter>()
        let start = try provider.request(for: .start(id: 1, title: "", notify: false))
        #expect(start.timeout == .seconds(30))
        #expect(start.options.httpVersion == .http1_1)
        let list = try provider.request(for: .campaigns(status: nil, page: 1))
        #expect(list.timeout == .seconds(10))
        #expect(list.options.httpVersion == nil)
        #expect(list.url.absoluteString == "https://studio.example.com/v1/campaigns?page=1")
    }

    @Test(arguments: [
        (110, "no permission"), (300, "closed"), (350, "status 500"), (360, "decoding"), (123, "status 404"),
    ])
    func `What starting a campaign fails with is one of the app's own errors`(id: Int, expected: String) async throws {
        try await withServer { server in
            let network = studio(server)
            let found: String
            do throws(StudioError) {
                _ = try await network.streams.start(id, title: "Now", notify: false)
                found = "nothing"
            } catch {
                switch error {
                case .expired: found = "expired"
                case .noPermission(let message):
                    #expect(message == "this campaign belongs to another studio")
                    found = "no permission"
                case .closed: found = "closed"
                case .decoding(let cause):
                    #expect(cause.message.contains("campaign.id"))
                    #expect(cause.response?.status == .ok)
                    #expect(
                        cause.response.map { String(decoding: $0.value, as: UTF8.self).contains("three hundred") }
                            == true)
                    found = "decoding"
                case .common(let cause):
                    #expect(cause.code == .statusCode)
                    #expect(cause.message.contains("/studio/v2/campaigns/\(id)/broadcast"))
                    found = "status \(cause.statusCode ?? 0)"
                }
            }
            #expect(found == expected)
            #expect(server.wire.requestCount == 1)
            #expect(network.activity.count == 0)
        }
    }

    @Test func `An expired session is known by its envelope, in an answer with status 302`() async throws {
        try await withServer { server in
            let network = studio(server, session: "long-gone")
            do throws(StudioError) {
                _ = try await network.streams.campaign(10)
                Issue.record("the call should have failed")
            } catch {
                if case .expired = error {} else { Issue.record("not expired, but \(error)") }
            }
            #expect(server.wire.requestCount == 1)
        }
    }

    @Test func `The loading indicator is on while a call runs, and off again after its cancellation`() async throws {
        try await withServer { server in
            let network = studio(server)
            let states = Locked<[Bool]>([])
            let observation = network.activity.observe { isActive in states.withLock { $0.append(isActive) } }
            _ = try await network.streams.campaign(10)
            #expect(states.withLock { $0 } == [false, true, false])

            server.wire.enqueue(.fault(.stall, at: .afterRequest))
            let call = Task { () -> StudioError? in
                do throws(StudioError) {
                    _ = try await network.streams.campaign(20)
                    return nil
                } catch {
                    return error
                }
            }
            try await server.wire.waitForRequests(2)
            #expect(network.activity.isActive)
            call.cancel()
            if case .common(let cause) = await call.value {
                #expect(cause.code == .cancelled)
            } else {
                Issue.record("not cancelled")
            }
            #expect(network.activity.count == 0)
            #expect(states.withLock { $0 } == [false, true, false, true, false])
            observation.end()
        }
    }
}
