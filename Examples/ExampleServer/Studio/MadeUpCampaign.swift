import WireServer

/// One campaign of the studio.
struct MadeUpCampaign: Sendable {
    let id: Int
    var title: String
    var status: String
    var viewers: Int
    var clips: [Int]

    /// 36 campaigns, some of which answer with the errors that an app has to know.
    static let all = (1...36).map { number in
        MadeUpCampaign(
            id: number * 10, title: titles[number % titles.count] + " #\(number)",
            status: ["planned", "live", "ended"][number % 3], viewers: number % 3 == 1 ? number * 321 : 0,
            clips: (0..<number % 5).map { number * 100 + $0 })
    }

    private static let titles = [
        "Spring sneakers", "Ceramics from Icheon", "Night market: tteokbokki", "Camping \"light\"", "Jeju tangerines",
        "Half-price headphones",
    ]

    /// What starting or stopping this campaign fails with.
    var failure: Reply? {
        switch id {
        case 110: .json(["_s": -11, "message": "this campaign belongs to another studio"])
        case 300: .json(["_s": -301, "message": "the campaign is closed"])
        case 350: Reply(500, headers: ["Content-Type": "text/html"], body: "<h1>Internal Server Error</h1>")
        case 360: .json(["_s": 0, "message": "ok", "campaign": ["id": "three hundred and sixty"]])
        default: nil
        }
    }

    func json(withClips: Bool) -> JSON {
        var fields: [(String, JSON)] = [
            ("id", JSON(id)), ("title", JSON(title)), ("status", JSON(status)), ("viewers", JSON(viewers)),
            ("startsAt", JSON(timestamp(secondsAfterNoon: Double(id) * 3_600 + 0.25))),
        ]
        if withClips { fields.append(("clips", JSON(clips.map { JSON($0) }))) }
        return JSON(fields)
    }
}
