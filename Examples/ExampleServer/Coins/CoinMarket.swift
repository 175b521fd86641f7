import Foundation

/// 250 coins, the most valuable first.
enum CoinMarket {
    static let coins: [MadeUpCoin] = (0..<250).map { MadeUpCoin(rank: $0 + 1, name: names[$0]) }

    private static let stems = [
        "Aurum", "Borealis", "Cinder", "Dolomite", "Everest", "Fathom", "Garnet", "Halcyon", "Indigo", "Juniper",
        "Kestrel", "Lumen", "Meridian", "Nimbus", "Obsidian", "Pelagic", "Quartz", "Rubicon", "Solstice", "Tundra",
        "Umbra", "Vesper", "Willow", "Xenon", "Yonder", "Zephyr", "Amber", "Basalt", "Cobalt", "Delta",
        "Ember", "Falcon", "Glacier", "Harbor", "Iris", "Jasper", "Krypta", "Lotus", "Mistral", "Nova",
        "Onyx", "Prism", "Quill", "Raven", "Saffron", "Topaz", "Ursa", "Vertex", "Warden", "Zenith",
    ]
    private static let kinds = ["", "Network", "Protocol", "Token", "Cash"]
    private static let names = kinds.flatMap { kind in stems.map { kind.isEmpty ? $0 : "\($0) \(kind)" } }
}

/// One coin, all numbers out of its rank.
struct MadeUpCoin: Sendable {
    let rank: Int
    let name: String
    let id: String
    let symbol: String
    /// 168 prices, one an hour; the last is the current price.
    let sparkline: [Double]

    init(rank: Int, name: String) {
        self.rank = rank
        self.name = name
        id = name.lowercased().replacing(" ", with: "-")
        let words = name.lowercased().split(separator: " ")
        symbol =
            words.count == 2
            ? "\(words[0].prefix(2))\(words[1].prefix(1))" + "\(words[0].last ?? "x")" : "\(words[0].prefix(3))"
        var numbers = SeededNumbers(seed: rank)
        var price = pow(10, numbers.number(in: -4.5...3.5)) * (rank == 1 ? 40 : 1)
        let drift = numbers.number(in: -0.0012...0.0014)
        sparkline = (0..<168).map { _ in
            price *= 1 + drift + numbers.number(in: -0.011...0.011)
            return price.significant(8)
        }
    }

    private var price: Double { sparkline[167] }
    private var priceADayAgo: Double { sparkline[143] }
    private var marketCap: Double { (1.9e12 / pow(Double(rank), 1.35)).rounded() }
    private var supply: Double { (marketCap / price).rounded() }
    private var changePercentage: Double { ((price / priceADayAgo - 1) * 100).significant(6) }

    func json(hasSparkline: Bool, hasChange: Bool) -> JSON {
        let lastDay = sparkline.suffix(24)
        let high = lastDay.max() ?? price
        let low = lastDay.min() ?? price
        let ath = (high * (1.2 + Double(rank % 17) / 5)).significant(6)
        let atl = (low / Double(3 + rank % 90)).significant(6)
        let totalSupply: Double? = rank.isMultiple(of: 5) ? nil : (supply * 1.1).rounded()
        let maxSupply: Double? = rank.isMultiple(of: 3) ? nil : (supply * 1.25).rounded()
        let day = 86_400.0
        var fields: [(String, JSON)] = [
            ("id", JSON(id)), ("symbol", JSON(symbol)), ("name", JSON(name)),
            ("image", JSON("https://coins.example/images/\(id).png")),
            ("current_price", JSON(price)), ("market_cap", JSON(marketCap)), ("market_cap_rank", JSON(rank)),
            ("fully_diluted_valuation", JSON(maxSupply.map { ($0 * price).rounded() })),
            ("total_volume", JSON((marketCap * Double(2 + rank % 9) / 100).rounded())),
            ("high_24h", JSON(high)), ("low_24h", JSON(low)),
            ("price_change_24h", JSON((price - priceADayAgo).significant(6))),
            ("price_change_percentage_24h", JSON(changePercentage)),
            ("market_cap_change_24h", JSON((marketCap * changePercentage / 100).rounded())),
            ("market_cap_change_percentage_24h", JSON(changePercentage)),
            ("circulating_supply", JSON(supply)), ("total_supply", JSON(totalSupply)), ("max_supply", JSON(maxSupply)),
            ("ath", JSON(ath)), ("ath_change_percentage", JSON(((price / ath - 1) * 100).significant(6))),
            ("ath_date", JSON(timestamp(secondsAfterNoon: -day * Double(30 + rank * 3) + 0.123))),
            ("atl", JSON(atl)), ("atl_change_percentage", JSON(((price / atl - 1) * 100).significant(6))),
            ("atl_date", JSON(timestamp(secondsAfterNoon: -day * Double(900 + rank * 5) + 0.456))),
            ("last_updated", JSON(timestamp(secondsAfterNoon: Double(rank % 60) + 0.789))),
        ]
        if hasSparkline { fields.append(("sparkline_in_7d", ["price": JSON(sparkline.map { JSON($0) })])) }
        if hasChange {
            let change: Double? = rank.isMultiple(of: 11) ? nil : changePercentage
            fields.append(("price_change_percentage_24h_in_currency", JSON(change)))
        }
        return JSON(fields)
    }
}
