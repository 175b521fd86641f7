import Foundation
import Testing
import WireServer

@Suite struct `A server` {
    @Test func `A handler's reply reaches the client, framed`() async throws {
        let server = try await WireServer.start { request in .json(#"{"path":"\#(request.path)"}"#) }
        let port = server.port
        let answer = try await onThread {
            let client = try RawClient(port: port)
            try client.send("GET /a%2Fb?x=1 HTTP/1.1\r\nHost: h\r\n\r\n")
            return try client.receiveAnswer()
        }
        #expect(answer.head == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n")
        #expect(answer.body == #"{"path":"/a%2Fb"}"#)
        #expect(server.requests.map(\.target) == ["/a%2Fb?x=1"])
        await server.stop()
    }
}
