import ExampleServer
import Foundation
import Studio
import Tern

extension Demo {
    func showStudio(_ server: ExampleServer) async {
        console.heading("Studio", "a repository that throws only the app's own errors")
        let network = Studio.NetworkService(session: "let-me-in", host: server.studio, interceptors: [log])
        do throws(StudioError) {
            try await showReplies(network.streams)
        } catch {
            problem("The studio: \(text(of: error))")
        }
        let stranger = Studio.NetworkService(session: "long-gone", host: server.studio, interceptors: [log])
        await expect("expired") { () throws(StudioError) in _ = try await stranger.streams.campaign(10) }
        let campaigns = [("no permission", 110), ("closed", 300), ("common", 350), ("decoding", 360)]
        for (kind, id) in campaigns {
            await expect(kind) { () throws(StudioError) in
                _ = try await network.streams.start(id, title: "Live now", notify: true)
            }
        }
        if network.activity.count != 0 { problem("\(network.activity.count) calls still count as running.") }
        console.success("The loading indicator is \(network.activity.isActive ? "on" : "off")")
    }

    private func showReplies(_ streams: any StreamRepository) async throws(StudioError) {
        let live = try await streams.campaigns(.live, page: 1)
        console.table(
            [("Id", .right), ("Live now", .left), ("Viewers", .right), ("Since", .left)],
            live.prefix(4).map { ["\($0.id)", $0.title, Texts.count($0.viewers), $0.startsAt.formatted(.iso8601)] })
        let detail = try await streams.campaign(40)
        let deleted = try await streams.deleteClips(detail.clips ?? [])
        console.success("\(detail.title): clips \(deleted.map(String.init).joined(separator: ", ")) deleted")
        let started = try await streams.start(30, title: "Camping, for real", notify: true)
        let stopped = try await streams.stop(30, reason: nil)
        console.success(
            "\(started.title): \(started.status.rawValue), \(started.viewers) viewers; then \(stopped.status.rawValue)")
        var settings = Settings()
        settings.slowModeSeconds = 30
        settings.greeting = "Annyeong 👋"
        let saved = try await streams.update(settings, language: "en")
        console.success("Settings saved: slow mode \(saved.slowModeSeconds) s, greeting \(saved.greeting ?? "none")")
    }

    /// Makes a call that has to fail in a certain way.
    private func expect(_ kind: String, _ call: () async throws(StudioError) -> Void) async {
        do throws(StudioError) {
            try await call()
            problem("A call that should have failed (\(kind)) did not.")
        } catch {
            let text = text(of: error)
            if text.hasPrefix(kind) { handled(text) } else { problem("Not \(kind), but \(text)") }
        }
    }

    private func text(of error: StudioError) -> String {
        switch error {
        case .expired: "expired: the app would show its login"
        case .noPermission(let message): "no permission: \(message)"
        case .closed: "closed: the app would leave the campaign"
        case .decoding(let cause): "decoding: \(cause.message)"
        case .common(let cause): "common: \(cause.message)"
        }
    }
}
