import Foundation
import WireServer

/// `GET /search/users` in pages with Link headers, and the users' avatars.
struct UsersBackend: Backend {
    /// Where this API is, for the links in its answers.
    let base: String

    private static let firsts = [
        "blue", "red", "new", "full", "half", "honey", "harvest", "paper", "silver", "over", "under", "after", "good",
        "wild", "cold", "warm", "old", "high", "low", "mid", "sea", "sky", "star", "sun", "to-the-", "fly-me-to-the-",
        "dark-side-of-the-", "shoot-the-", "man-on-the-", "bad-",
    ]
    private static let lasts = [
        "", "light", "walker", "river", "child", "base", "rise", "stone", "beam", "dust", "shot", "raker", "cake",
        "flower", "howl", "fish", "cat", "dev", "hq", "42", "-lab", "-bot", "-ops", "-io", "-js", "-swift", "-rs",
        "-kr",
        "-labs", "-dao", "-fm", "-fan", "-kid", "-x",
    ]
    /// A thousand logins, the moon in each.
    private static let logins = Array(
        lasts.flatMap { last in firsts.map { first in "\(first)moon\(last)" } }.prefix(1_000))

    func answer(_ call: ReceivedCall) throws -> Reply {
        // The real host refuses who doesn't say who they are.
        guard call.request.headers["User-Agent"]?.isEmpty == false else {
            throw Refusal(403, "Request forbidden by administrative rules: a User-Agent header is needed")
        }
        if call.request.method == "GET", call.segments.first == "avatars" { return try avatar(call) }
        guard call.route == "GET /search/users" else { throw call.unknown }
        try call.refuseBody()
        try call.allow("q", "page", "per_page")
        guard call.request.headers["Content-Type"] == "application/json" else {
            throw Refusal(415, "the Content-Type must be application/json")
        }
        let text = try call.required("q").lowercased()
        let size = try call.number("per_page", in: 1...100, default: 30)
        let page = try call.number("page", in: 1...1_000, default: 1)
        let found = Self.logins.enumerated().filter { $0.element.contains(text) }
        let items = found.dropFirst((page - 1) * size).prefix(size).map { user(number: $0.offset, login: $0.element) }
        let reply = Reply.json([
            "total_count": JSON(found.count), "incomplete_results": false, "items": JSON(Array(items)),
        ])
        let links = links(call, page: page, pageCount: (found.count + size - 1) / size)
        return links.isEmpty ? reply : reply.header("Link", links)
    }

    func reply(to refusal: Refusal) -> Reply {
        .json(["message": JSON(refusal.message), "status": JSON("\(refusal.status)")], status: refusal.status)
    }

    private func user(number: Int, login: String) -> JSON {
        [
            "login": JSON(login), "id": JSON(1_000 + number * 37),
            "avatar_url": JSON("\(base)/avatars/\(1_000 + number * 37)?v=4"),
            "html_url": JSON("https://users.example/\(login)"),
        ]
    }

    /// RFC 8288, with the call's own query.
    private func links(_ call: ReceivedCall, page: Int, pageCount: Int) -> String {
        let others = (call.request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("page=") }
        func link(_ page: Int, _ relation: String) -> String {
            "<\(base)/search/users?\((others + ["page=\(page)"]).joined(separator: "&"))>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if page > 1 { links.append(link(page - 1, "prev")) }
        if page < pageCount { links += [link(page + 1, "next"), link(pageCount, "last")] }
        if page > 1 { links.append(link(1, "first")) }
        return links.joined(separator: ", ")
    }

    private func avatar(_ call: ReceivedCall) throws -> Reply {
        guard call.segments.count == 2, let id = Int(call.segments[1]), (id - 1_000).isMultiple(of: 37),
            Self.logins.indices.contains((id - 1_000) / 37)
        else { throw Refusal(404, "Not Found") }
        return .data(Avatar.png(seed: id), type: "image/png").header("ETag", "\"\(id)\"")
    }
}
