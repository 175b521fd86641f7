import Foundation
import TernCore
import TernLocks
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct DecompressionTests {
    @Test func `Ten megabytes come out of ten kilobytes`() async throws {
        let server = try await WireServer.start { _ in .data(.zerosInGzip).header("Content-Encoding", "gzip") }
        let answer = try await Client.overCurl().send(Request(.get, server.url))
        #expect(answer.value.count == 10_000_000)
        #expect(answer.metrics.bytesReceived == Int64(Data.zerosInGzip.count))
        #expect(server.requests[0].headers["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test func `A body that grows over its limit stops there`() async throws {
        let server = try await WireServer.start { _ in .data(.zerosInGzip).header("Content-Encoding", "gzip") }
        let most = Most()
        let options = RequestOptions {
            $0.responseLimit = 1_000_000
            $0.onProgress = { most.note($0.bytesReceived) }
        }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url, options: options)) }
        #expect(error?.code == .responseTooLarge)
        #expect(most.value <= 1_000_000)
        #expect(most.value > 0)
    }

    @Test func `A body of exactly the limit passes, one byte more doesn't`() async throws {
        let server = try await WireServer.start { _ in .data(Data(count: 1000)) }
        let client = Client.overCurl()
        let exact = RequestOptions { $0.responseLimit = 1000 }
        #expect(try await client.send(Request(.get, server.url, options: exact)).value.count == 1000)
        let less = RequestOptions { $0.responseLimit = 999 }
        let error = await failure { try await client.send(Request(.get, server.url, options: less)) }
        #expect(error?.code == .responseTooLarge)
        var request = Request(.get, server.url, options: less)
        request.delivery = .collected(limit: 1000)
        #expect(try await client.send(request).value.count == 1000)
    }

    @Test func `A request that sets Accept-Encoding itself gets the raw bytes`() async throws {
        let server = try await WireServer.start { _ in .data(.zerosInGzip).header("Content-Encoding", "gzip") }
        let answer = try await Client.overCurl().send(
            Request(.get, server.url, headers: ["Accept-Encoding": "gzip"]))
        #expect(answer.value == .zerosInGzip)
        #expect(server.requests[0].headers.values(named: "Accept-Encoding") == ["gzip"])
    }

    @Test func `A body that isn't what its encoding says is a decompression error`() async throws {
        let server = try await WireServer.start { _ in .text("not gzip at all").header("Content-Encoding", "gzip") }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url)) }
        #expect(error?.code == .decompression)
    }

    @Test func `Bytes after the end of a compressed body are a decompression error`() async throws {
        let server = try await WireServer.start { _ in
            .data(.zerosInGzip + Data("more")).header("Content-Encoding", "gzip")
        }
        let error = await failure { try await Client.overCurl().send(Request(.get, server.url)) }
        #expect(error?.code == .decompression)
    }

    private final class Most: Sendable {
        private let most = Locked<Int64>(0)
        var value: Int64 { most.withLock { $0 } }
        func note(_ bytes: Int64) { most.withLock { $0 = max($0, bytes) } }
    }
}
