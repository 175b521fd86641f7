import Foundation
import WireServer

/// Sends text on a new connection and reads to the end of what comes back.
func talk(to server: WireServer, _ text: String) async throws -> String {
    let port = server.port
    return try await onThread {
        let client = try RawClient(port: port)
        try client.send(text)
        return try client.receiveToEnd()
    }
}

/// A client whose steps run on threads, one at a time, so that a test can act between them.
final class SteppedClient: @unchecked Sendable {  // every step is awaited before the next, so none run at once
    let client: RawClient

    init(_ server: WireServer, receiveBuffer: Int32? = nil) throws {
        client = try RawClient(port: server.port, receiveBuffer: receiveBuffer)
    }

    func run<Value: Sendable>(_ step: @escaping @Sendable (RawClient) throws -> Value) async throws -> Value {
        try await onThread { [self] in try step(client) }
    }

    func send(_ text: String) async throws { try await run { try $0.send(text) } }

    func receiveAnswer() async throws -> String {
        try await run { client in
            let answer = try client.receiveAnswer()
            return answer.head + answer.body
        }
    }
}

/// The request line and fields of a request which ends its connection.
func closingRequest(_ line: String, _ fields: String = "", body: String = "") -> String {
    "\(line) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(fields)\r\n\(body)"
}
