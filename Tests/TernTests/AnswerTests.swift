import Foundation
import Tern
import TernTesting
import Testing
import TestSupport

/// What becomes of an answer.
@Suite struct AnswerTests {
    struct Item: Codable, Equatable, Sendable { let id: Int, name: String }
    struct Payload: Decodable { let payload: String }

    enum StudioError: APIFailure {
        case expired, common(TernError)
        struct Envelope: Decodable { let _s: Int? }
        init(_ error: TernError) { self = .common(error) }
        init?(_ envelope: Envelope) {
            guard envelope._s == -2 else { return nil }
            self = .expired
        }
    }

    struct Sampled: TargetType, Stubbable {
        var baseURL: URL
        var path: URLPath { "item" }
        var sample: Sample { .json(#"{"why":"none"}"#, status: .notFound) }
    }

    @Test func `An answer is decoded, whole or at a place in it`() async throws {
        let server = try await WireServer.start { _ in
            .json(#"{"data":{"items":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}}"#)
        }
        let items: [Item] = try await Client.fresh().request(Call(baseURL: server.url), at: "data.items")
        #expect(items == [Item(id: 1, name: "a"), Item(id: 2, name: "b")])
    }

    @Test(arguments: ["user_list.first_user", "userList.firstUser"])
    func `A key path reads as the body does, or as its decoder`(path: String) async throws {
        let server = try await WireServer.start { _ in .json(#"{"user_list":{"first_user":{"id":1,"name":"a"}}}"#) }
        var client = Client.fresh()
        client.decoder = .json { $0.keyDecodingStrategy = .convertFromSnakeCase }
        #expect(try await client.request(Call(baseURL: server.url), as: Item.self, at: path) == Item(id: 1, name: "a"))
    }

    @Test func `Options are changed for a client, for a provider and for a call, the last one last`() async throws {
        let server = try await WireServer.start { _ in .data(Data(count: 100)) }
        let client = Client.fresh().withOptions { $0.responseLimit = 10 }
        let provider = Provider<Call>(client: client)
        let call = Call(baseURL: server.url, options: RequestOptions { $0.responseLimit = 1000 })
        #expect(await failure { try await client.data(from: server.url) }?.code == .responseTooLarge)
        #expect(await failure { try await provider.request(call) }?.code == .responseTooLarge)
        let wider = provider.withOptions { $0.responseLimit = 100 }
        #expect(try await wider.request(call, as: Data.self).count == 100)
        #expect(
            await failure { try await wider.withOptions { $0.responseLimit -= 1 }.request(call) }?.code
                == .responseTooLarge)
    }

    @Test func `A 404 is the same error from a server and from a stub`() async throws {
        let server = try await WireServer.start { _ in .json(#"{"why":"none"}"#, status: 404) }
        let real = Provider<Sampled>(client: .fresh())
        let target = Sampled(baseURL: server.url)
        for provider in [real, real.stubbed()] {
            let error = await failure { try await provider.request(target, as: Item.self) }
            #expect(error?.code == .statusCode)
            #expect(error?.statusCode == 404)
            #expect(error?.response?.value == Data(#"{"why":"none"}"#.utf8))
            #expect(error?.response?.mediaType?.essence == "application/json")
            #expect(error?.request?.url == error?.response?.url)
            #expect(error?.message.contains("/item") == true)
        }
        #expect(server.requestCount == 1)
    }

    @Test(
        "A body that doesn't decode is an error that names the place, body attached",
        arguments: [
            (#"{"id":"x","name":"a"}"#, "id"), (#"{"id":1}"#, "name"), (#"{"id":1,"name":null}"#, "name"),
            ("not json", "top level"),
        ])
    func undecodable(body: String, place: String) async throws {
        let server = try await WireServer.start { _ in .text(body) }
        let error = await failure { try await Client.fresh().request(Call(baseURL: server.url), as: Item.self) }
        #expect(error?.code == .decoding)
        #expect(error?.message.contains(place) == true)
        #expect(error?.underlying is DecodingError)
        #expect(error?.response?.value == Data(body.utf8))
    }

    @Test func `A server's own code wins over a payload that is missing`() async throws {
        let server = try await WireServer.start()
        server.enqueue(
            .json(#"{"_s":-2}"#), .json(#"{"_s":0,"payload":"yes"}"#), .json(#"{"_s":0}"#), .status(500), .json("[1]"))
        let studio = Provider<Call>(client: .fresh()).failing(as: StudioError.self)
        let call = Call(baseURL: server.url)
        func outcome() async -> String {
            do throws(StudioError) {
                return try await studio.request(call, as: Payload.self).payload
            } catch {
                switch error {
                case .expired: return "expired"
                case .common(let error): return "\(error.code)"
                }
            }
        }
        #expect(await outcome() == "expired")
        #expect(await outcome() == "yes")
        #expect(await outcome() == "decoding")
        #expect(await outcome() == "statusCode")
        let numbers = try await studio.request(call, as: [Int].self)
        #expect(numbers == [1])
    }

    @Test(
        "An answer without a body is NoContent or nil, and for every other type an error that says so",
        arguments: [HTTPMethod.get, .head, .delete], [200, 202, 204, 205])
    func empty(method: HTTPMethod, status: Int) async throws {
        let server = try await WireServer.start { _ in Reply(status) }
        let client = Client.fresh()
        let call = Call(baseURL: server.url, method: method)
        try await client.request(call)
        #expect(try await client.request(call, as: Item?.self) == nil)
        #expect(try await client.request(call, as: Data.self) == Data())
        #expect(try await client.request(call, as: String.self) == "")
        let error = await failure { try await client.request(call, as: Item.self) }
        #expect(error?.code == .decoding)
        #expect(error?.message.contains("empty") == true)
    }

    @Test func `Two Set-Cookie fields stay two, and metrics come along`() async throws {
        let server = try await WireServer.start { _ in
            .json("[1]").header("Set-Cookie", "a=1; Path=/").header("Set-Cookie", "b=2")
        }
        let answer = try await Client.fresh().response(Call(baseURL: server.url), as: [Int].self)
        #expect(answer.value == [1])
        #expect(answer.headers.values(for: .setCookie) == ["a=1; Path=/", "b=2"])
        #expect(answer.metrics.peer == "127.0.0.1:\(server.port)")
        #expect(answer.metrics.total > .zero)
    }

    @Test func `Text is read by the answer's charset`() async throws {
        let server = try await WireServer.start()
        server.enqueue(
            .data(Data([0xFC]), type: "text/plain; charset=ISO-8859-1"), .data(Data("ü".utf8), type: "text/plain"),
            .data(Data([0xFC]), type: "text/plain; charset=utf-8"))
        let client = Client.fresh()
        let call = Call(baseURL: server.url)
        #expect(try await client.request(call, as: String.self) == "ü")
        #expect(try await client.request(call, as: String.self) == "ü")
        #expect(await failure { try await client.request(call, as: String.self) }?.code == .decoding)
    }

    @Test func `A resource and an endpoint know their answer`() async throws {
        let server = try await WireServer.start { request in .json("[\(request.query?.count ?? 0)]") }
        let resource = Resource<[Int]>(base: server.url.absoluteString, path: "search/users", params: ["q": "moon"])
        #expect(try await Client.fresh().send(resource) == [6])
        #expect(server.requests[0].target == "/search/users?q=moon")
        let bad = Resource<[Int]>(base: "http://[", path: "x")
        #expect(await failure { try await Client.fresh().send(bad) }?.code == .invalidURL)
    }

    @Test func `A closure is told one outcome, and cancelling its call is one`() async throws {
        let server = try await WireServer.start()
        server.enqueue(.json("[1]"), .fault(.stall, at: .afterRequest))
        let provider = Provider<Call>(client: .fresh())
        let call = Call(baseURL: server.url)
        let (outcomes, continuation) = AsyncStream.makeStream(of: Result<[Int], TernError>.self)
        var iterator = outcomes.makeAsyncIterator()
        provider.request(call, as: [Int].self) { continuation.yield($0) }
        #expect(try await iterator.next()?.get() == [1])
        let running = provider.request(call, as: [Int].self) { continuation.yield($0) }
        try await server.waitForRequests(2)
        running.cancel()
        running.cancel()
        guard case .failure(let error) = await iterator.next() else {
            Issue.record("a cancelled call has no value")
            return
        }
        #expect(error.code == .cancelled)
    }
}
