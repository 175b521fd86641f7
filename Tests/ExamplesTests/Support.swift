import ExampleServer
import Foundation
import WireServer

/// Runs `body` with a server of its own, and stops it afterwards.
func withServer<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (ExampleServer) async throws -> Result
) async throws -> Result {
    let server = try await ExampleServer.start()
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

extension ExampleServer {
    /// What arrived: method, target, and the body where there was one.
    var arrived: [String] {
        wire.requests.map { "\($0.method) \($0.target)" + ($0.text.isEmpty ? "" : " \($0.text)") }
    }
}
