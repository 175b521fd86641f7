import ExampleServer
import Foundation
import Tern
import TernLocks
import Testing
import Users
import WireServer

@Suite struct `The users` {
    private let network = Users.NetworkService()

    private func users(_ text: String, page: Int = 1, perPage: Int = 30, _ server: ExampleServer) -> Resource<Found> {
        .users(text, page: page, perPage: perPage, base: "\(server.github)/")
    }

    @Test func `A resource is loaded`() async throws {
        try await withServer { server in
            let found = try await network.load(users("moon", server))
            #expect(found.totalCount == 1_000)
            #expect(!found.incompleteResults)
            #expect(found.items.count == 30)
            #expect(found.items[1].id == 1_037)
            #expect(found.items[1].login == "redmoon")
            #expect(found.items[1].avatarUrl.absoluteString == "\(server.github)/avatars/1037?v=4")
            #expect(found.items[1].htmlUrl.absoluteString == "https://users.example/redmoon")
            #expect(server.arrived == ["GET /github/search/users?q=moon&page=1&per_page=30"])
            #expect(server.wire.requests[0].headers.values(named: "Content-Type") == ["application/json"])
        }
    }

    @Test func `The pages are those that the server links, and end where it links none`() async throws {
        try await withServer { server in
            let all = try await network.users(users("moonlight", perPage: 12, server), pages: 9)
            #expect(all.count == 30)
            #expect(all.first?.login == "bluemoonlight")
            #expect(all.last?.login == "bad-moonlight")
            #expect(Set(all.map(\.id)).count == 30)
            #expect(
                server.arrived == [
                    "GET /github/search/users?q=moonlight&page=1&per_page=12",
                    "GET /github/search/users?q=moonlight&per_page=12&page=2",
                    "GET /github/search/users?q=moonlight&per_page=12&page=3",
                ])
        }
    }

    @Test func `No more pages are fetched than were asked for`() async throws {
        try await withServer { server in
            let some = try await network.users(users("moon", perPage: 50, server), pages: 4)
            #expect(some.count == 200)
            #expect(server.wire.requestCount == 4)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `Avatars are fetched eight at a time, each once`() async throws {
        try await withServer { server in
            let all = try await network.users(users("moon", perPage: 100, server), pages: 2)
            let full = Gate()
            let inside = Locked((now: 0, most: 0))
            server.wire.route("/github/avatars/*") { request in
                let isFull = inside.withLock { inside in
                    inside.now += 1
                    inside.most = max(inside.most, inside.now)
                    return inside.now == 8
                }
                if isFull { full.open() }
                await full.wait()
                inside.withLock { $0.now -= 1 }
                return .text(request.target)
            }
            var pictures: [Int: String] = [:]
            for await (user, avatar) in network.avatars(of: all) {
                pictures[user.id] = String(decoding: try avatar.get(), as: UTF8.self)
            }
            #expect(pictures.count == 200)
            #expect(pictures.allSatisfy { $0.value == "/github/avatars/\($0.key)?v=4" })
            #expect(inside.withLock { $0.most } == 8)
            #expect(server.wire.requestCount == 202)
        }
    }

    @Test func `An avatar is a picture, and one that is missing does not keep the others`() async throws {
        try await withServer { server in
            let found = try await network.load(users("moon", perPage: 3, server))
            server.wire.route("/github/avatars/1037", .status(410))
            var results: [Int: Result<Data, TernError>] = [:]
            for await (user, avatar) in network.avatars(of: found.items) { results[user.id] = avatar }
            let picture = try #require(try results[1_000]?.get())
            #expect(Array(picture.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(picture.count == 4_908)
            #expect(try results[1_074]?.get().count == 4_908)
            #expect(throws: TernError.self) { try results[1_037]?.get() }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `Leaving the loop cancels the avatars that are under way, and sends no more`() async throws {
        try await withServer { server in
            let activity = Activity()
            let network = Users.NetworkService(interceptors: [activity])
            let all = try await network.users(users("moon", perPage: 100, server), pages: 1)
            server.wire.route("/github/avatars/*") { request in
                if !request.target.contains("/1000?") { await Gate().wait() }
                return .text("")
            }
            for await _ in network.avatars(of: all) { break }
            for await isActive in activity.states where !isActive { break }
            #expect(server.wire.requestCount <= 1 + 8 + 1)
        }
    }

    @Test func `What is refused says so, and where`() async throws {
        try await withServer { server in
            do throws(TernError) {
                _ = try await network.load(users("moon", perPage: 1_000, server))
                Issue.record("the call should have failed")
            } catch {
                #expect(error.statusCode == 422)
                #expect(error.message.contains("\(server.github)/search/users?q=moon&page=1&per_page=1000"))
                let body = error.response.map { String(decoding: $0.value, as: UTF8.self) }
                #expect(body?.contains("per_page") == true)
            }
        }
    }
}
