import Apps
import Coins
import ExampleServer
import Foundation
import Studio
import Tern

/// The main job: four APIs, one after the other, and a count of what did not work.
@MainActor final class Demo {
    let isLive: Bool
    let console = Console()
    let log: CallLog
    private var problemCount = 0
    private var handledCount = 0

    init(isLive: Bool) {
        self.isLive = isLive
        log = CallLog(console)
    }

    /// Runs everything.
    ///
    /// - Returns: whether all that should work did.
    func run() async -> Bool {
        let server: ExampleServer
        do {
            server = try await ExampleServer.start()
        } catch {
            console.problem("The embedded server does not start: \(error)")
            return false
        }
        let place = isLive ? "the real hosts (the studio: \(server.url))" : "\(server.url), embedded, with made-up data"
        console.line("Tern over libcurl, calling \(place)")
        console.line(console.coloured(CallLog.legend, .grey))
        await showCoins(server)
        await showApps(server)
        await showUsers(server)
        await showStudio(server)
        await server.stop()
        console.line()
        if problemCount == 0 {
            console.success(
                "All that should work worked; \(handledCount) failures were expected, came, and were handled.")
        } else {
            console.problem("\(problemCount) of the things that should work did not.")
        }
        return problemCount == 0
    }

    /// Notes something that should have worked.
    func problem(_ text: String) {
        problemCount += 1
        console.problem(text)
    }

    /// Notes a failure that was to come.
    func handled(_ text: String) {
        handledCount += 1
        console.handled(text)
    }
}
