import Apps
import ExampleServer
import Foundation
import Tern
import Testing
import WireServer

@Suite @MainActor struct `The app store` {
    @Test func `A search gives apps, with what they leave out`() async throws {
        try await withServer { server in
            let screen = SearchScreen(host: server.apps)
            await screen.search("game")
            #expect(screen.failure == nil)
            #expect(screen.apps.count == 50)
            let first = try #require(screen.apps.first)
            #expect(first.trackId == 390_000_000)
            #expect(first.trackName == "Pocket Game Quest")
            #expect(first.sellerName == "Lantern Works")
            #expect(first.artworkUrl100.absoluteString == "https://apps.example/kr/390000000/100x100bb.jpg")
            #expect(first.averageUserRating == 2.5)
            #expect(first.userRatingCount == 11)
            #expect(first.price == 0.99)
            #expect(first.formattedPrice == "$0.99")
            #expect(first.genres == ["Games", "Family"])
            #expect(first.releaseDate == Date(timeIntervalSince1970: 1_748_779_200))
            #expect(first.trackViewUrl.absoluteString == "https://apps.example/kr/app/id390000000?uo=4")
            #expect(screen.apps[1].averageUserRating == nil)
            #expect(screen.apps[6].price == nil && screen.apps[6].formattedPrice == nil)
            #expect(server.arrived == ["GET /apps/search?term=game&country=kr&entity=software&limit=50"])
            #expect(server.wire.requests[0].headers["Content-Type"] == nil)
        }
    }

    @Test(arguments: [
        ("story & friends", "story%20%26%20friends", 40), ("øresund", "%C3%B8resund", 40), ("a+b=c", "a%2Bb%3Dc", 0),
    ])
    func `A term arrives as it was typed`(term: String, query: String, count: Int) async throws {
        try await withServer { server in
            let screen = SearchScreen(host: server.apps)
            await screen.search(term)
            #expect(screen.failure == nil)
            #expect(screen.apps.count == count)
            #expect(server.arrived == ["GET /apps/search?term=\(query)&country=kr&entity=software&limit=50"])
        }
    }

    @Test func `One failure is shown and does not end the screen`() async throws {
        try await withServer { server in
            let screen = SearchScreen(host: server.apps)
            await screen.search("music")
            await screen.search("")
            #expect(screen.failure?.statusCode == 422)
            #expect(screen.apps.count == 50)
            // Twice, for a GET on a connection that was used before is sent again when that dies.
            server.wire.enqueue(.fault(.reset, at: .afterRequest), .fault(.reset, at: .afterRequest))
            await screen.search("game")
            #expect(screen.failure?.code == .connectionLost)
            await screen.search("photo club")
            #expect(screen.failure == nil)
            #expect(screen.apps.count == 10)
            #expect(screen.apps.allSatisfy { $0.genres.contains("Photo & Video") })
        }
    }

    @Test func `A wish is a JSON body`() async throws {
        try await withServer { server in
            let screen = SearchScreen(host: server.apps)
            await screen.search("travel")
            let app = try #require(screen.apps.last)
            #expect(try await screen.wish(for: app) == 1)
            #expect(try await screen.wish(for: app, note: "for the train") == 2)
            #expect(
                server.arrived.dropFirst() == [
                    #"POST /apps/wishes {"trackId":391567962}"#,
                    #"POST /apps/wishes {"note":"for the train","trackId":391567962}"#,
                ])
            #expect(server.wire.requests[1].headers["Content-Type"] == "application/json")
        }
    }
}
