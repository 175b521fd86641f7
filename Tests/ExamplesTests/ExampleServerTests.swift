import ExampleServer
import Foundation
import Tern
import Testing

/// The server has to refuse what the real hosts would, or the examples prove nothing.
@Suite struct `The example server` {
    private struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        var method = HTTPMethod.get
        let path: String
        var headers: HTTPHeaders = [:]
        var body: String?
        let status: HTTPStatus
        var testDescription: String { name }
    }

    private static let session: HTTPHeaders = ["X-Studio-Platform": "ios", "X-Studio-Session": "let-me-in"]
    private static let json: HTTPHeaders = session.merging(["Content-Type": "application/json"])

    private static let wrong = [
        Wrong(name: "coins in no currency", path: "/coins/api/v3/coins/markets?page=1", status: 422),
        Wrong(name: "coins in won", path: "/coins/api/v3/coins/markets?vs_currency=krw", status: 422),
        Wrong(
            name: "a page of 251 coins", path: "/coins/api/v3/coins/markets?vs_currency=usd&per_page=251", status: 422),
        Wrong(name: "a parameter nobody knows", path: "/coins/api/v3/coins/markets?vs_currency=usd&x=1", status: 400),
        Wrong(name: "a parameter twice", path: "/apps/search?term=a&term=b", status: 400),
        Wrong(name: "a term of spaces that are plus signs", path: "/apps/search?term=a&limit=1+0", status: 422),
        Wrong(name: "a path that isn't there", path: "/apps/lookup", status: 404),
        Wrong(
            name: "a wish that doesn't say it is JSON", method: .post, path: "/apps/wishes",
            body: #"{"trackId":390000000}"#,
            status: 415),
        Wrong(
            name: "a wish without an app", method: .post, path: "/apps/wishes", headers: json, body: "{}", status: 400),
        Wrong(name: "users without a Content-Type", path: "/github/search/users?q=moon", status: 415),
        Wrong(
            name: "users without a User-Agent", path: "/github/search/users?q=moon", headers: ["User-Agent": ""],
            status: 403),
        Wrong(name: "an avatar of nobody", path: "/github/avatars/1001", status: 404),
        Wrong(name: "a studio call without a platform", path: "/studio/v1/campaigns", status: 400),
        Wrong(name: "a call of the wrong version", path: "/studio/v2/campaigns", headers: session, status: 404),
        Wrong(
            name: "a body with a GET", path: "/studio/v1/campaigns/10", headers: json, body: "{}", status: 400),
        Wrong(
            name: "parameters of a POST in the query", method: .post,
            path: "/studio/v2/campaigns/30/broadcast?title=x&notify=true", headers: json, body: "{}", status: 400),
    ]

    @Test(arguments: wrong)
    private func `It refuses what is wrong and says why`(_ wrong: Wrong) async throws {
        try await withServer { server in
            let url = try #require(URL(string: server.url.absoluteString + wrong.path))
            let body = wrong.body.map { RequestBody(Data($0.utf8)) } ?? .none
            let request = Request(wrong.method, url, headers: wrong.headers, body: body)
            let answer = try await Client().send(request, validation: .none)
            #expect(answer.status == wrong.status)
            #expect(try answer.text().count > 20)
        }
    }

    @Test func `Its data is the same every time`() async throws {
        let paths = [
            "/coins/api/v3/coins/markets?vs_currency=usd&sparkline=true", "/apps/search?term=game",
            "/github/avatars/1037",
        ]
        let once = try await withServer { try await bodies(of: paths, $0) }
        let again = try await withServer { try await bodies(of: paths, $0) }
        #expect(once == again)
    }

    private func bodies(of paths: [String], _ server: ExampleServer) async throws -> [Data] {
        var bodies: [Data] = []
        for path in paths {
            let url = try #require(URL(string: server.url.absoluteString + path))
            bodies.append(try await Client().data(from: url))
        }
        return bodies
    }
}
