import TernCombine

extension Names {
    static func demand(_ encoder: any Encoder, _ decoder: any Decoder) throws {
        let a = Subscribers.Demand.none
        let b = Subscribers.Demand.max(1)
        let _: Int? = Subscribers.Demand.unlimited.max
        let _: String = a.description
        var hasher = Hasher()
        a.hash(into: &hasher)
        try a.encode(to: encoder)
        _ = try Subscribers.Demand(from: decoder)

        let _: [Subscribers.Demand] = [a + b, a + 1, b - a, b - 1, b * 2]
        var sum = a
        sum += b
        sum += 1
        sum -= b
        sum -= 1
        sum *= 2
    }

    static func demandsCompared(_ a: Subscribers.Demand, _ b: Subscribers.Demand) -> [Bool] {
        [a == b, a != b, a < b, a <= b, a > b, a >= b]
            + [a == 1, a != 1, a < 1, a <= 1, a > 1, a >= 1]
            + [1 == a, 1 != a, 1 < a, 1 <= a, 1 > a, 1 >= a]
    }
}
