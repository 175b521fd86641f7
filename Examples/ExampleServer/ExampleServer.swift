package import Foundation
package import WireServer

/// The four APIs of the examples on a real loopback socket, with data that is made up, big, and always the same.
///
/// Each API checks what arrives and says what is wrong with it, so that an example that works against this server
/// sends what the real host expects.
package final class ExampleServer: Sendable {
    /// The server underneath: what arrived can be read from it.
    package let wire: WireServer
    private let coinsBackend: CoinsBackend

    /// Starts the server on a free port.
    package static func start() async throws -> ExampleServer { ExampleServer(try await WireServer.start()) }

    private init(_ wire: WireServer) {
        self.wire = wire
        let coins = CoinsBackend()
        coinsBackend = coins
        Self.serve(StudioBackend(), below: "/studio", on: wire)
        Self.serve(coins, below: "/coins/api/v3", on: wire)
        Self.serve(AppsBackend(), below: "/apps", on: wire)
        Self.serve(UsersBackend(base: wire.url.absoluteString + "/github"), below: "/github", on: wire)
    }

    /// `http://127.0.0.1:PORT`
    package var url: URL { wire.url }
    /// The studio's base, which has `v1` and `v2` below it.
    package var studio: URL { url.appending(path: "studio") }
    /// The base of the coins API.
    package var coins: URL { url.appending(path: "coins/api/v3") }
    /// The base of the app store's search.
    package var apps: URL { url.appending(path: "apps") }
    /// The base of the users API.
    package var github: URL { url.appending(path: "github") }

    /// Answers the next requests for coins with 429, as the real host does for who polls too fast.
    package func refuseCoins(_ count: Int, retryAfter seconds: Int) async {
        await coinsBackend.refuse(count, retryAfter: seconds)
    }

    /// Closes every connection and waits until nothing of the server is left.
    package func stop() async { await wire.stop() }

    private static func serve(_ backend: some Backend, below base: String, on wire: WireServer) {
        wire.route(base + "/*") { request in
            let call = ReceivedCall(request, below: base)
            do {
                return try await backend.answer(call)
            } catch let refusal as Refusal {
                return backend.reply(to: refusal)
            }
        }
    }
}

/// One API of the server.
protocol Backend: Sendable {
    /// Answers a call, or throws a `Refusal` that says what is wrong with it.
    func answer(_ call: ReceivedCall) async throws -> Reply
    /// How this API words a refusal.
    func reply(to refusal: Refusal) -> Reply
}
