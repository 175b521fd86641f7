package import Foundation
package import Tern

/// Downloads whatever a URL names. Every screen uses this one.
package struct CoinService: Sendable {
    package static let host = URL(string: "https://api.coingecko.com/api/v3")!

    private let client: Client
    private let markets: URL

    package init(host: URL = Self.host, interceptors: [any Interceptor] = []) {
        client = Client(
            decoder: .json { $0.keyDecodingStrategy = .convertFromSnakeCase }, interceptors: interceptors)
        let query =
            "vs_currency=usd&order=market_cap_desc&per_page=250&page=1&sparkline=true&price_change_percentage=24h"
        markets = URL(string: "\(host)/coins/markets?\(query)")!
    }

    package func data(from url: URL) async throws(TernError) -> Data { try await client.data(from: url) }

    package func coins(onProgress: (@Sendable (TransferProgress) -> Void)? = nil) async throws(TernError) -> [Coin] {
        try await client.send(Resource(base: markets, options: RequestOptions { $0.onProgress = onProgress }))
    }
}
