import Foundation
import Tern
import TernTesting
import Testing
import TestSupport

/// What a target becomes on the wire.
@Suite struct SendingTests {
    @Test(
        "Paths arrive as they were meant",
        arguments: [
            ("/users/\("a/b?c d")/repos", "/users/a%2Fb%3Fc%20d/repos"), ("/\("a%26b")", "/a%2526b"),
            ("\(raw: "/x%26y/../z")", "/x%26y/../z"), ("/x%26y/../z", "/x%26y/../z"), ("v1", "/v1"),
            ("/\("ü+&=")", "/%C3%BC%2B%26%3D"), ("/\(42)/", "/42/"), ("", "/"),
        ] as [(URLPath, String)])
    func paths(_ path: URLPath, _ target: String) async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        try await Client.fresh().request(Call(baseURL: server.url, path: path))
        #expect(server.requests[0].target == target)
    }

    @Test(
        "A path that can't be meant is an error before anything is sent",
        arguments: [
            ("/a/\("..")/b", .invalidURL), ("/\(".")", .invalidURL), ("/a/\("")", .invalidURL),
            ("/\("." as Substring)\(".")", .invalidURL), ("\(raw: "/a\r\nX: y")", .invalidURL), ("/a\0b", .invalidURL),
            ("/a\nb", .invalidURL),
        ] as [(URLPath, TernError.Code)])
    func badPaths(_ path: URLPath, _ code: TernError.Code) async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        let client = Client.fresh()
        let error = await failure {
            try await client.request(Call(baseURL: server.url, path: path))
        }
        #expect(error?.code == code)
        #expect(server.connectionCount == 0)
    }

    @Test func `Base, base query, path query and parameters all arrive, in order`() async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        let base = try #require(URL(string: server.url.absoluteString + "/api/?key=1"))
        try await Client.fresh().request(
            Call(
                baseURL: base, path: "/search?sort=up#top",
                parameters: ["q": "a+b c&d=e", "none": nil as Int?, "ids": [1, 2]]))
        #expect(server.requests[0].target == "/api/search?key=1&sort=up&q=a%2Bb%20c%26d%3De&ids=1&ids=2")
    }

    struct Shape: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let parameters: Parameters
        var target = "/"
        let type: String?
        let body: String
        var testDescription: String { "\(method) \(target) \(body)" }
    }

    @Test(
        "Parameters go where they belong",
        arguments: [
            Shape(method: .get, parameters: [:], type: nil, body: ""),
            Shape(method: .head, parameters: [:], type: nil, body: ""),
            Shape(method: .get, parameters: ["a": 1], target: "/?a=1", type: nil, body: ""),
            Shape(method: .post, parameters: [:], type: "application/json", body: "{}"),
            Shape(method: .post, parameters: .none, type: nil, body: ""),
            Shape(
                method: .put, parameters: ["b": "x", "a": [1]], type: "application/json", body: #"{"a":[1],"b":"x"}"#),
            Shape(
                method: .post, parameters: .query(["flag": true]).json(["a": 1]), target: "/?flag=true",
                type: "application/json", body: #"{"a":1}"#),
            Shape(method: .post, parameters: .json([1, 2]), type: "application/json", body: "[1,2]"),
            Shape(method: .post, parameters: .json("text"), type: "application/json", body: #""text""#),
            Shape(method: .post, parameters: .json(7), type: "application/json", body: "7"),
            Shape(
                method: .post, parameters: .form(["q": "a+b c&d=e"]), type: "application/x-www-form-urlencoded",
                body: "q=a%2Bb+c%26d%3De"),
            Shape(method: .delete, parameters: .json(["id": 3]), type: "application/json", body: #"{"id":3}"#),
            Shape(method: .post, parameters: .data(Data("raw".utf8), "text/x"), type: "text/x", body: "raw"),
            Shape(method: .get, parameters: .query(["a[]": "~"]), target: "/?a%5B%5D=~", type: nil, body: ""),
        ])
    func placement(_ shape: Shape) async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        try await Client.fresh().request(
            Call(baseURL: server.url, method: shape.method, parameters: shape.parameters))
        let arrived = server.requests[0]
        #expect(arrived.target == shape.target)
        #expect(arrived.text == shape.body)
        #expect(arrived.headers["Content-Type"] == shape.type)
    }

    @Test func `A form of several parts arrives as WHATWG says`() async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        var form = MultipartForm(boundary: "edge")
        form.parts = [
            .text("na\"me", "value"), .data("file", Data("bytes".utf8), filename: "a\r\n.txt", type: "text/x"),
        ]
        try await Client.fresh().request(
            Call(baseURL: server.url, method: .post, parameters: .multipart(form)))
        #expect(server.requests[0].headers["Content-Type"] == "multipart/form-data; boundary=edge")
        #expect(
            server.requests[0].text == """
                --edge\r
                Content-Disposition: form-data; name="na%22me"\r
                \r
                value\r
                --edge\r
                Content-Disposition: form-data; name="file"; filename="a%0D%0A.txt"\r
                Content-Type: text/x\r
                \r
                bytes\r
                --edge--\r

                """)
    }

    @Test func `A target's header replaces the default of that name, and an empty one removes it`() async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        var client = Client.fresh()
        client.headers = ["X-App": "default", "X-Gone": "default", "X-Kept": "default"]
        try await client.request(
            Call(
                baseURL: server.url,
                headers: ["x-app": "first", "X-APP": "own", "x-gone": "", "User-Agent": "", "Accept": "text/x"]))
        let headers = server.requests[0].headers
        #expect(headers.values(named: "X-App") == ["own"])
        #expect(headers["X-Gone"] == nil)
        #expect(headers["X-Kept"] == "default")
        #expect(headers["User-Agent"] == nil)
        #expect(headers.values(named: "Accept") == ["text/x"])
    }

    @Test func `Who sends is said, and there is one Authorization`() async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        var client = Client.fresh()
        client.credentials = .bearer("token")
        try await client.request(Call(baseURL: server.url))
        try await client.request(Call(baseURL: server.url, headers: ["authorization": "Own"]))
        try await client.request(
            Call(baseURL: server.url, options: RequestOptions { $0.usesCredentials = false }))
        try await client.request(Call(baseURL: server.url, headers: ["Authorization": ""]))
        #expect(server.requests[0].headers["User-Agent"]?.hasPrefix("Tern/") == true)
        #expect(
            server.requests.map { $0.headers.values(named: "Authorization") } == [["Bearer token"], ["Own"], [], []])
    }

    @Test func `A provider's hook sees every request last`() async throws {
        let server = try await WireServer.start { _ in Reply(204) }
        let provider = Provider<Call>(client: .fresh()) { request, target in
            var request = request
            request.headers["X-Path"] = "\(target.path)"
            return request
        }
        try await provider.request(Call(baseURL: server.url, path: "a"))
        #expect(server.requests[0].headers["X-Path"] == "a")
    }
}
