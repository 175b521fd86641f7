import Coins
import ExampleServer
import Foundation
import Tern
import TernLocks
import Testing
import WireServer

@Suite struct `The coins` {
    private static let target =
        "/coins/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1&sparkline=true"
        + "&price_change_percentage=24h"

    @Test func `All of them are decoded, nulls and milliseconds included`() async throws {
        try await withServer { server in
            let coins = try await CoinService(host: server.coins).coins()
            #expect(coins.map(\.marketCapRank) == Array(1...250))
            #expect(Set(coins.map(\.id)).count == 250)
            #expect(Set(coins.map(\.symbol)).count == 250)
            #expect(coins.allSatisfy { $0.sparklineIn7D.price.count == 168 })
            #expect(zip(coins, coins.dropFirst()).allSatisfy { $0.marketCap > $1.marketCap })

            let aurum = try #require(coins.first)
            #expect(aurum.id == "aurum")
            #expect(aurum.symbol == "aur")
            #expect(aurum.name == "Aurum")
            #expect(aurum.image.absoluteString == "https://coins.example/images/aurum.png")
            #expect(aurum.currentPrice == aurum.sparklineIn7D.price[167])
            #expect(aurum.marketCap == 1_900_000_000_000)
            #expect(aurum.high24H >= aurum.currentPrice && aurum.low24H <= aurum.currentPrice)
            #expect(abs(aurum.lastUpdated.timeIntervalSince1970 - 1_748_779_201.789) < 0.000_5)
            #expect(abs(aurum.athDate.timeIntervalSince1970 - (1_748_779_200.123 - 33 * 86_400)) < 0.000_5)
            #expect(coins[4].totalSupply == nil && coins[3].totalSupply != nil)
            #expect(coins[2].maxSupply == nil && coins[2].fullyDilutedValuation == nil && coins[3].maxSupply != nil)
            #expect(coins[10].priceChangePercentage24HInCurrency == nil)
            #expect(coins[9].priceChangePercentage24HInCurrency == coins[9].priceChangePercentage24H)
            #expect(server.arrived == ["GET " + Self.target])
        }
    }

    @Test func `The download tells how far it has come`() async throws {
        try await withServer { server in
            let fractions = Locked<[Double]>([])
            _ = try await CoinService(host: server.coins).coins { progress in
                fractions.withLock { $0.append(progress.fraction ?? -1) }
            }
            let told = fractions.withLock { $0 }
            #expect(told.last == 1)
            #expect(told == told.sorted())
        }
    }

    @Test func `One line takes a URL and gives its bytes`() async throws {
        try await withServer { server in
            let url = server.coins.appending(path: "coins/markets").appending(
                queryItems: [
                    URLQueryItem(name: "vs_currency", value: "usd"), URLQueryItem(name: "per_page", value: "1"),
                ])
            let data = try await CoinService(host: server.coins).data(from: url)
            #expect(String(decoding: data.prefix(30), as: UTF8.self) == #"[{"id":"aurum","symbol":"aur","#)
        }
    }

    @Test @MainActor func `They are sorted and searched as one types`() async throws {
        try await withServer { server in
            let model = CoinsModel(service: CoinService(host: server.coins))
            #expect(model.shown.isEmpty)
            await model.refresh()
            #expect(model.notice == nil)
            #expect(model.shown.prefix(3).map(\.name) == ["Aurum", "Borealis", "Cinder"])
            model.search = "CASH"
            #expect(model.shown.count == 50)
            model.order = .name
            #expect(model.shown.prefix(3).map(\.name) == ["Amber Cash", "Aurum Cash", "Basalt Cash"])
            model.search = ""
            model.order = .price
            #expect(model.shown.map(\.currentPrice) == model.coins.map(\.currentPrice).sorted(by: >))
            model.order = .gain
            #expect(
                model.shown.map(\.priceChangePercentage24H)
                    == model.coins.map(\.priceChangePercentage24H).sorted(by: >))
        }
    }

    @Test @MainActor func `A server that wants to be left alone is left alone`() async throws {
        try await withServer { server in
            let model = CoinsModel(service: CoinService(host: server.coins))
            let start = Date(timeIntervalSince1970: 1_750_000_000)
            await model.refresh(now: start)
            await server.refuseCoins(1, retryAfter: 30)
            await model.refresh(now: start)
            #expect(model.notice == "The server wants to be left alone for 30 s.")
            #expect(model.coins.count == 250)
            await model.refresh(now: start + 29.9)
            #expect(server.wire.requestCount == 2)
            await model.refresh(now: start + 30)
            #expect(server.wire.requestCount == 3)
            #expect(model.notice == nil)
        }
    }

    @Test @MainActor func `A failure is shown with the URL it is about`() async throws {
        let url = try await withServer { $0.coins }
        let model = CoinsModel(service: CoinService(host: url))
        await model.refresh()
        let notice = try #require(model.notice)
        #expect(notice.hasPrefix("GET \(url.absoluteString)/coins/markets?vs_currency=usd&"))
        #expect(model.coins.isEmpty)
    }
}
