package import Foundation
package import Tern

package struct Campaign: Decodable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable { case planned, live, ended }

    package let id: Int
    package let title: String
    package let status: Status
    package let viewers: Int
    package let startsAt: Date
    package let clips: [Int]?
}

package struct Settings: Codable, Sendable, Equatable {
    package var chat = true
    package var slowModeSeconds = 0
    package var greeting: String?

    package init() {}
}

package protocol StreamRepository: Sendable {
    func campaigns(_ status: Campaign.Status?, page: Int) async throws(StudioError) -> [Campaign]
    func campaign(_ id: Int) async throws(StudioError) -> Campaign
    func start(_ id: Int, title: String, notify: Bool) async throws(StudioError) -> Campaign
    func stop(_ id: Int, reason: String?) async throws(StudioError) -> Campaign
    func deleteClips(_ ids: [Int]) async throws(StudioError) -> [Int]
    func update(_ settings: Settings, language: String) async throws(StudioError) -> Settings
}

struct StudioStreamRepository: StreamRepository {
    let studio: FailingProvider<StudioRouter, StudioError>

    func campaigns(_ status: Campaign.Status?, page: Int) async throws(StudioError) -> [Campaign] {
        try await studio.request(.campaigns(status: status, page: page), at: "campaigns")
    }

    func campaign(_ id: Int) async throws(StudioError) -> Campaign {
        try await studio.request(.campaign(id: id), at: "campaign")
    }

    func start(_ id: Int, title: String, notify: Bool) async throws(StudioError) -> Campaign {
        try await studio.request(.start(id: id, title: title, notify: notify), at: "campaign")
    }

    func stop(_ id: Int, reason: String?) async throws(StudioError) -> Campaign {
        try await studio.request(.stop(id: id, reason: reason), at: "campaign")
    }

    func deleteClips(_ ids: [Int]) async throws(StudioError) -> [Int] {
        try await studio.request(.deleteClips(ids), at: "deleted")
    }

    func update(_ settings: Settings, language: String) async throws(StudioError) -> Settings {
        try await studio.request(.update(settings, language: language))
    }
}

/// The app's way to the network: owns the repositories, and knows whether anything is loading.
package struct NetworkService: Sendable {
    package let streams: any StreamRepository
    package let activity = Activity()

    package init(
        session: String, host: URL = StudioRouter.production, interceptors: [any Interceptor] = []
    ) {
        let studio = Provider<StudioRouter>(
            headers: [
                "Accept-Language": "ko-KR", "X-Studio-Platform": "ios", "X-Studio-Session": session,
                "X-Studio-Tracking": "on",
            ],
            activity: activity, interceptors: interceptors,
            mapRequest: { request, _ in request.moved(from: StudioRouter.production, to: host) })
        streams = StudioStreamRepository(studio: studio.failing(as: StudioError.self))
    }
}

extension Request {
    /// The same request to another host: staging, or the server that comes with the examples.
    fileprivate func moved(from old: URL, to new: URL) -> Request {
        var request = self
        let text = url.absoluteString.replacing(old.absoluteString, with: new.absoluteString, maxReplacements: 1)
        request.url = URL(string: text) ?? url
        return request
    }
}
