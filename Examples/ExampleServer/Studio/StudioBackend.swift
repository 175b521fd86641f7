import Foundation
import WireServer

/// A live-commerce studio: every answer is `{"_s": …, "message": …}` with its payload, mostly inside HTTP 200.
actor StudioBackend: Backend {
    private struct Start: Decodable {
        let title: String
        let notify: Bool
    }

    private struct Stop: Decodable {
        let reason: String?
    }

    private struct Clips: Decodable {
        let ids: [Int]
    }

    private struct Settings: Decodable {
        let chat: Bool
        let slowModeSeconds: Int
        let greeting: String?
    }

    private var campaigns = MadeUpCampaign.all

    func answer(_ call: ReceivedCall) throws -> Reply {
        _ = try call.header("X-Studio-Platform")
        guard call.request.headers["X-Studio-Session"] == "let-me-in" else {
            // This server's way to say so: a redirect status that leads nowhere.
            return .json(["_s": -2, "message": "the session has expired"], status: 302)
        }
        let method = call.request.method
        let path = call.segments
        switch path.count {
        case 2 where path == ["v1", "campaigns"] && method == "GET": return try list(call)
        case 3 where path.prefix(2) == ["v1", "campaigns"] && method == "GET": return try detail(call)
        case 4 where path.prefix(2) == ["v2", "campaigns"] && path[3] == "broadcast" && method == "POST":
            let order = try call.body(Start.self)
            return try change(call) { campaign in
                campaign.title = order.title
                campaign.status = "live"
                campaign.viewers = order.notify ? 1_200 : 3
            }
        case 4 where path.prefix(2) == ["v2", "campaigns"] && path[3] == "broadcast" && method == "PUT":
            _ = try call.body(Stop.self)
            return try change(call) { $0.status = "ended" }
        case 2 where path == ["v1", "clips"] && method == "DELETE": return try deleteClips(call)
        case 2 where path == ["v1", "settings"] && method == "PUT":
            let settings = try call.body(Settings.self)
            return .ok([
                ("chat", JSON(settings.chat)), ("slowModeSeconds", JSON(settings.slowModeSeconds)),
                ("greeting", settings.greeting.map { JSON($0) } ?? nil),
                ("language", JSON(try call.header("Accept-Language"))),
            ])
        default: throw call.unknown
        }
    }

    nonisolated func reply(to refusal: Refusal) -> Reply {
        .json(["_s": JSON(-refusal.status), "message": JSON(refusal.message)], status: refusal.status)
    }

    private func list(_ call: ReceivedCall) throws -> Reply {
        try call.refuseBody()
        try call.allow("status", "page")
        let status = try call.choice("status", of: ["any", "planned", "live", "ended"], default: "any")
        let page = try call.number("page", in: 1...100, default: 1)
        let found = campaigns.filter { status == "any" || $0.status == status }
        let chosen = found.dropFirst((page - 1) * 10).prefix(10)
        return .ok([
            ("campaigns", JSON(chosen.map { $0.json(withClips: false) })), ("hasNext", JSON(found.count > page * 10)),
        ])
    }

    private func detail(_ call: ReceivedCall) throws -> Reply {
        try call.refuseBody()
        try call.allow()
        return .ok([("campaign", campaigns[try place(call)].json(withClips: true))])
    }

    private func change(_ call: ReceivedCall, _ change: (inout MadeUpCampaign) -> Void) throws -> Reply {
        try call.allow()
        let place = try place(call)
        if let failure = campaigns[place].failure { return failure }
        change(&campaigns[place])
        return .ok([("campaign", campaigns[place].json(withClips: false))])
    }

    private func deleteClips(_ call: ReceivedCall) throws -> Reply {
        try call.allow()
        let ids = Set(try call.body(Clips.self).ids)
        let known = campaigns.flatMap(\.clips).filter(ids.contains).sorted()
        for place in campaigns.indices { campaigns[place].clips.removeAll(where: ids.contains) }
        return .ok([("deleted", JSON(known.map { JSON($0) }))])
    }

    private func place(_ call: ReceivedCall) throws -> Int {
        guard let place = campaigns.firstIndex(where: { "\($0.id)" == call.segments[2] }) else {
            throw Refusal(404, "there is no campaign \(call.segments[2])")
        }
        return place
    }
}

extension Reply {
    /// The studio's envelope around a payload.
    fileprivate static func ok(_ payload: [(String, JSON)]) -> Reply {
        .json(JSON([("_s", 0), ("message", "ok")] + payload))
    }
}
