package import Foundation
import Tern

/// What the coins' screen shows.
@MainActor package final class CoinsModel {
    package enum Order { case rank, price, gain, name }

    package private(set) var coins: [Coin] = []
    package private(set) var notice: String?
    package var order = Order.rank
    package var search = ""

    private let service: CoinService
    private var quietUntil = Date.distantPast

    package init(service: CoinService) { self.service = service }

    package var shown: [Coin] {
        let text = search.lowercased()
        let found = coins.filter {
            text.isEmpty || $0.name.lowercased().contains(text) || $0.symbol.contains(text) || $0.id.contains(text)
        }
        return switch order {
        case .rank: found.sorted { $0.marketCapRank < $1.marketCapRank }
        case .price: found.sorted { $0.currentPrice > $1.currentPrice }
        case .gain: found.sorted { $0.priceChangePercentage24H > $1.priceChangePercentage24H }
        case .name: found.sorted { $0.name < $1.name }
        }
    }

    /// Asks for the coins again, but not while the server wants to be left alone.
    package func refresh(now: Date = Date()) async {
        guard now >= quietUntil else { return }
        do throws(TernError) {
            coins = try await service.coins()
            notice = nil
        } catch {
            finish(error, at: now)
        }
    }

    private func finish(_ error: TernError, at now: Date) {
        guard error.statusCode == 429 else { return notice = error.message }
        let seconds = error.response?.headers[.retryAfter].flatMap(Double.init) ?? 60
        quietUntil = now + seconds
        notice = "The server wants to be left alone for \(Int(seconds)) s."
    }
}
