package import Foundation

package struct Coin: Decodable, Sendable, Identifiable {
    package struct Sparkline: Decodable, Sendable {
        package let price: [Double]
    }

    package let id: String
    package let symbol: String
    package let name: String
    package let image: URL
    package let currentPrice: Double
    package let marketCap: Double
    package let marketCapRank: Int
    package let fullyDilutedValuation: Double?
    package let totalVolume: Double
    package let high24H: Double
    package let low24H: Double
    package let priceChange24H: Double
    package let priceChangePercentage24H: Double
    package let marketCapChange24H: Double
    package let marketCapChangePercentage24H: Double
    package let circulatingSupply: Double
    package let totalSupply: Double?
    package let maxSupply: Double?
    package let ath: Double
    package let athChangePercentage: Double
    package let athDate: Date
    package let atl: Double
    package let atlChangePercentage: Double
    package let atlDate: Date
    package let lastUpdated: Date
    package let sparklineIn7D: Sparkline
    package let priceChangePercentage24HInCurrency: Double?
}
