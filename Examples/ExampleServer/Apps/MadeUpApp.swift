import Foundation

/// One app of the store, all of it out of its number.
struct MadeUpApp: Sendable {
    /// 200 apps, fifty of each genre.
    static let all = (0..<200).map { MadeUpApp(number: $0) }

    private static let genres = ["Games", "Music", "Travel", "Photo & Video"]
    private static let nouns = ["Game", "Music", "Travel", "Photo"]
    private static let firsts = [
        "Pocket", "Tiny", "Grand", "Quiet", "Neon", "Paper", "Sunny", "Hidden", "Royal", "Wild",
    ]
    private static let lasts = ["Quest", "Studio", "Club", "Story & Friends", "Lab"]
    private static let sellers = ["Lantern Works", "Blue Kite, Inc.", "Hanok Labs", "Papaya GmbH", "Øresund Apps"]

    let number: Int

    var id: Int { 390_000_000 + number * 7_919 }
    private var genre: String { Self.genres[number % 4] }
    private var name: String {
        let position = number / 4
        return "\(Self.firsts[position % 10]) \(Self.nouns[number % 4]) \(Self.lasts[position / 10])"
    }
    private var seller: String { Self.sellers[number % 5] }

    /// Whether each word of the term occurs in what people search for.
    func matches(_ term: String) -> Bool {
        let text = "\(name) \(seller) \(genre)".lowercased()
        return term.split(separator: " ").allSatisfy { text.contains($0) }
    }

    func json(country: String) -> JSON {
        let isRated = number % 9 != 4
        let hasPrice = number % 7 != 3
        let price = number % 6 == 0 ? Double(number % 5) + 0.99 : 0
        let rating: Double? = isRated ? 2.5 + Double(number * 37 % 26) / 10 : nil
        return [
            "trackId": JSON(id), "trackName": JSON(name), "sellerName": JSON(seller),
            "artworkUrl100": JSON("https://apps.example/\(country)/\(id)/100x100bb.jpg"),
            "averageUserRating": JSON(rating),
            "userRatingCount": isRated ? JSON(11 + number * number * 13) : nil,
            "price": JSON(hasPrice ? price : nil),
            "formattedPrice": hasPrice ? JSON(price == 0 ? "Free" : "$\(price)") : nil,
            "genres": [JSON(genre), number % 3 == 0 ? "Family" : "Lifestyle"],
            "releaseDate": JSON(String(timestamp(secondsAfterNoon: -86_400 * Double(number * 11)).prefix(19)) + "Z"),
            "trackViewUrl": JSON("https://apps.example/\(country)/app/id\(id)?uo=4"),
        ]
    }
}
