import Apps
import ExampleServer
import Tern

extension Demo {
    func showApps(_ server: ExampleServer) async {
        console.heading("Apps", "a screen that searches, a wish list that is posted to")
        let screen = SearchScreen(host: isLive ? nil : server.apps, interceptors: [log])
        await screen.search("game")
        if let failure = screen.failure { return problem(failure.message) }
        console.table(
            [
                ("App", .left), ("Seller", .left), ("Price", .right), ("Rating", .left), ("Ratings", .right),
                ("Genre", .left),
            ],
            screen.apps.prefix(8).map { app in
                [
                    Texts.cut(app.trackName, to: 30), Texts.cut(app.sellerName, to: 18), app.formattedPrice ?? "-",
                    Texts.stars(app.averageUserRating), app.userRatingCount.map(Texts.count) ?? "-",
                    app.genres.first ?? "-",
                ]
            })
        console.success("\(screen.apps.count) apps")

        guard !isLive, let app = screen.apps.first else { return }
        await screen.search("")
        if let failure = screen.failure {
            handled("\(failure.message). The screen lives on with \(screen.apps.count) apps.")
        } else {
            problem("A search for nothing was not refused.")
        }
        do throws(TernError) {
            let count = try await screen.wish(for: app, note: "for the train & the plane")
            console.success("\(app.trackName) is on the wish list, which has \(count) now")
        } catch {
            problem(error.message)
        }
    }
}
