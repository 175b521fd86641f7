import Tern

/// What the studio's screens need of its server.
package protocol StreamRepository: Sendable {
    func campaigns(_ status: Campaign.Status?, page: Int) async throws(StudioError) -> [Campaign]
    func campaign(_ id: Int) async throws(StudioError) -> Campaign
    func start(_ id: Int, title: String, notify: Bool) async throws(StudioError) -> Campaign
    func stop(_ id: Int, reason: String?) async throws(StudioError) -> Campaign
    func deleteClips(_ ids: [Int]) async throws(StudioError) -> [Int]
    func update(_ settings: Settings, language: String) async throws(StudioError) -> Settings
}

extension FailingProvider<StudioRouter, StudioError>: StreamRepository {
    package func campaigns(_ status: Campaign.Status?, page: Int) async throws(StudioError) -> [Campaign] {
        try await request(.campaigns(status: status, page: page), at: "campaigns")
    }

    package func campaign(_ id: Int) async throws(StudioError) -> Campaign {
        try await request(.campaign(id: id), at: "campaign")
    }

    package func start(_ id: Int, title: String, notify: Bool) async throws(StudioError) -> Campaign {
        try await request(.start(id: id, title: title, notify: notify), at: "campaign")
    }

    package func stop(_ id: Int, reason: String?) async throws(StudioError) -> Campaign {
        try await request(.stop(id: id, reason: reason), at: "campaign")
    }

    package func deleteClips(_ ids: [Int]) async throws(StudioError) -> [Int] {
        try await request(.deleteClips(ids), at: "deleted")
    }

    package func update(_ settings: Settings, language: String) async throws(StudioError) -> Settings {
        try await request(.update(settings, language: language))
    }
}
