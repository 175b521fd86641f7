import Coins
import ExampleServer
import Foundation
import Tern

extension Demo {
    func showCoins(_ server: ExampleServer) async {
        console.heading("Coins", "a week of prices of 250 coins; a view model that sorts, searches and polls politely")
        let host = isLive ? CoinService.host : server.coins
        let service = CoinService(host: host, interceptors: [log])
        let bar = ProgressLine("Downloading", on: console)
        let top: [Coin]
        do throws(TernError) {
            top = try await service.coins { progress in
                Task { @MainActor in bar.update(progress.fraction ?? 0, Texts.bytes(progress.bytesReceived)) }
            }
        } catch {
            bar.finish()
            return problem(error.message)
        }
        bar.finish()
        console.table(
            [
                ("#", .right), ("Coin", .left), ("", .left), ("Price", .right), ("24 h", .right),
                ("Market cap", .right),
                ("7 days", .left),
            ],
            top.prefix(12).map { coin in
                [
                    "\(coin.marketCapRank)", coin.name, coin.symbol.uppercased(), Texts.dollars(coin.currentPrice),
                    Texts.percent(coin.priceChangePercentage24H), Texts.compact(coin.marketCap),
                    Texts.sparkline(coin.sparklineIn7D.price, columns: 28),
                ]
            })

        let model = CoinsModel(service: service)
        await model.refresh()
        if let notice = model.notice { return problem(notice) }
        model.order = .gain
        console.success("Best of \(model.shown.count) in 24 h: " + names(model.shown))
        model.order = .name
        model.search = isLive ? "bit" : "cash"
        console.success("\(model.shown.count) found for \"\(model.search)\": " + names(model.shown))

        if !isLive { await showCoinFailures(of: model, server) }
    }

    private func showCoinFailures(of model: CoinsModel, _ server: ExampleServer) async {
        await server.refuseCoins(1, retryAfter: 30)
        await model.refresh()
        await model.refresh()
        if let notice = model.notice {
            handled("\(notice) The next refresh sent nothing; \(model.coins.count) coins are still shown.")
        } else {
            problem("The server's 429 was not noticed.")
        }

        guard let gone = try? await ExampleServer.start() else { return problem("No second server could be started.") }
        await gone.stop()
        let orphan = CoinsModel(service: CoinService(host: gone.coins, interceptors: [log]))
        await orphan.refresh()
        if let notice = orphan.notice { handled(notice) } else { problem("A server that is gone seemed to answer.") }
    }

    private func names(_ coins: [Coin]) -> String {
        Texts.cut(coins.prefix(5).map(\.name).joined(separator: ", "), to: 60)
    }
}
