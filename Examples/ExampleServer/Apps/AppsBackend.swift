import Foundation
import WireServer

/// `GET /search` as the app store answers it, and a wish list to post to.
actor AppsBackend: Backend {
    private struct Wish: Decodable {
        let trackId: Int
        let note: String?
    }

    private let apps = MadeUpApp.all
    private var wishes: [Wish] = []

    func answer(_ call: ReceivedCall) throws -> Reply {
        switch call.route {
        case "GET /search":
            try call.refuseBody()
            try call.allow("term", "country", "entity", "limit")
            let term = try call.required("term").lowercased()
            _ = try call.choice("entity", of: ["software"], default: "software")
            let country = try call.parameter("country") ?? "us"
            guard country.count == 2 else { throw Refusal(400, "Invalid value(s) for key(s): [country]") }
            let limit = try call.number("limit", in: 1...200, default: 50)
            let found = apps.filter { $0.matches(term) }.prefix(limit)
            let answer: JSON = [
                "resultCount": JSON(found.count), "results": JSON(found.map { $0.json(country: country) }),
            ]
            // The real host calls its JSON so.
            return .data(Data(answer.text.utf8), type: "text/javascript; charset=utf-8")
        case "POST /wishes":
            let wish = try call.body(Wish.self)
            guard apps.contains(where: { $0.id == wish.trackId }) else {
                throw Refusal(404, "there is no app \(wish.trackId)")
            }
            wishes.append(wish)
            return .json(["wishes": JSON(wishes.count)], status: 201)
        default: throw call.unknown
        }
    }

    nonisolated func reply(to refusal: Refusal) -> Reply {
        .json(["errorMessage": JSON(refusal.message)], status: refusal.status)
    }
}
