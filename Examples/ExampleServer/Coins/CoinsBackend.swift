import WireServer

/// `GET /coins/markets`, as the real host answers it.
actor CoinsBackend: Backend {
    private let coins = CoinMarket.coins
    private var refusals = 0
    private var retryAfter = 0

    func refuse(_ count: Int, retryAfter seconds: Int) {
        refusals = count
        retryAfter = seconds
    }

    func answer(_ call: ReceivedCall) throws -> Reply {
        guard call.route == "GET /coins/markets" else { throw call.unknown }
        if refusals > 0 {
            refusals -= 1
            let status: JSON = ["error_code": 429, "error_message": "You've exceeded the Rate Limit."]
            return .json(["status": status], status: 429).header("Retry-After", "\(retryAfter)")
        }
        try call.refuseBody()
        try call.allow("vs_currency", "order", "per_page", "page", "sparkline", "price_change_percentage")
        _ = try call.required("vs_currency")
        _ = try call.choice("vs_currency", of: ["usd"], default: "usd")
        let order = try call.choice("order", of: ["market_cap_desc", "market_cap_asc"], default: "market_cap_desc")
        let size = try call.number("per_page", in: 1...250, default: 100)
        let page = try call.number("page", in: 1...1_000, default: 1)
        let hasSparkline = try call.choice("sparkline", of: ["true", "false"], default: "false") == "true"
        let hasChange = try call.parameter("price_change_percentage") != nil
        _ = try call.choice("price_change_percentage", of: ["24h"], default: "24h")
        let sorted = order == "market_cap_desc" ? coins : coins.reversed()
        let chosen = sorted.dropFirst((page - 1) * size).prefix(size)
        return .json(JSON(chosen.map { $0.json(hasSparkline: hasSparkline, hasChange: hasChange) }))
    }

    nonisolated func reply(to refusal: Refusal) -> Reply {
        .json(["error": JSON(refusal.message)], status: refusal.status)
    }
}
