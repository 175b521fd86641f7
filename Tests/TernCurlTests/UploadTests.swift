import Foundation
import TernCore
import TernLocks
import Testing
import TestSupport
import WireServer

@testable import TernCurl

@Suite struct UploadTests {
    private func stream(_ chunks: [Data], failing error: (any Error & Sendable)? = nil) -> AsyncThrowingStream<
        Data, any Error
    > {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish(throwing: error)
        }
    }

    @Test(arguments: [0, 1, 1000, 65_536, 65_537, 5_000_000])
    func `A body in memory arrives byte for byte`(size: Int) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        _ = try await Client.overCurl().send(Request(.put, server.url, body: RequestBody(body)))
        #expect(server.requests[0].body == body)
        #expect(server.requests[0].headers.values(named: "Content-Length") == ["\(size)"])
        #expect(server.requests[0].headers["Transfer-Encoding"] == nil)
    }

    @Test func `A stream of known length goes out with it`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let body = RequestBody(length: 6, streaming: stream([Data("abc"), Data(), Data("def")]))
        _ = try await Client.overCurl().send(Request(.post, server.url, body: body))
        #expect(server.requests[0].text == "abcdef")
        #expect(server.requests[0].headers["Content-Length"] == "6")
    }

    @Test func `A stream of unknown length goes out in chunks`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let chunks = (0..<64).map { Data(repeating: UInt8($0), count: 100_000) }
        _ = try await Client.overCurl().send(Request(.post, server.url, body: RequestBody(streaming: stream(chunks))))
        #expect(server.requests[0].bodyLength == 6_400_000)
        #expect(server.requests[0].body == chunks.reduce(Data(), +))
        #expect(server.requests[0].headers["Transfer-Encoding"] == "chunked")
        #expect(server.requests[0].headers["Content-Length"] == nil)
    }

    @Test(arguments: [2, 9] as [Int64])
    func `A stream of another length than it announced is an error`(length: Int64) async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let body = RequestBody(length: length, streaming: stream([Data("abc"), Data("def")]))
        let error = await failure { try await Client.overCurl().send(Request(.post, server.url, body: body)) }
        #expect(error?.code == .requestBodyFailed)
    }

    @Test func `A stream that fails ends the call with its error`() async throws {
        struct Broken: Error, Equatable {}
        let server = try await WireServer.start { _ in .text("x") }
        let body = RequestBody(streaming: stream([Data("abc")], failing: Broken()))
        let error = await failure { try await Client.overCurl().send(Request(.post, server.url, body: body)) }
        #expect(error?.code == .requestBodyFailed)
        #expect(error?.underlying is Broken)
        try await server.waitForConnectionClosed(0)
    }

    @Test func `A stream is sent once`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let request = Request(.post, server.url, body: RequestBody(streaming: stream([Data("abc")])))
        _ = try await Client.overCurl().send(request)
        let error = await failure { try await Client.overCurl().send(request) }
        #expect(error?.code == .requestBodyFailed)
        #expect(server.requestCount == 1)
    }

    @Test func `A source that waits is cancelled with its call`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let isReleased = Gate()
        let body = AsyncStream<Data> { continuation in
            continuation.yield(Data("first"))
            continuation.onTermination = { _ in isReleased.open() }
        }
        let url = server.url
        let client = Client.overCurl()
        let task = Task {
            await failure { try await client.send(Request(.post, url, body: RequestBody(streaming: body))) }
        }
        try await server.waitForConnections(1)
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        await isReleased.wait()
        try await server.waitForConnectionClosed(0)
    }

    @Test func `Progress counts up both ways and ends at the whole`() async throws {
        let server = try await WireServer.start { _ in .data(Data(count: 300_000)) }
        let seen = Locked<[TransferProgress]>([])
        let options = RequestOptions { $0.onProgress = { progress in seen.withLock { $0.append(progress) } } }
        _ = try await Client.overCurl().send(
            Request(.post, server.url, body: RequestBody(Data(count: 200_000)), options: options))
        let progress = seen.withLock { $0 }
        #expect(progress.last?.bytesSent == 200_000)
        #expect(progress.last?.bytesToSend == 200_000)
        #expect(progress.last?.bytesReceived == 300_000)
        #expect(progress.last?.bytesToReceive == 300_000)
        #expect(progress.last?.fraction == 1)
        #expect(
            zip(progress, progress.dropFirst()).allSatisfy {
                $0.bytesSent <= $1.bytesSent && $0.bytesReceived <= $1.bytesReceived
            })
    }

    @Test func `A stream that has more than it announced is an error even if the rest comes late`() async throws {
        let server = try await WireServer.start { _ in .text("x") }
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("abc"))
        let url = server.url
        let client = Client.overCurl()
        let call = Task {
            await failure {
                try await client.send(Request(.post, url, body: RequestBody(length: 3, streaming: chunks)))
            }
        }
        try await server.waitForConnections(1)
        continuation.yield(Data("def"))
        continuation.finish()
        #expect(await call.value?.code == .requestBodyFailed)
        #expect(server.requests.allSatisfy { $0.bodyLength < 3 })
    }

    @Test func `An error that comes while the source waits is the answer`() async throws {
        let server = try await WireServer.start { _ in .text("later") }
        server.enqueue(Reply.text("no", status: 413).early().closing())
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data(count: 2000))
        let answer = try await Client.overCurl().send(
            Request(
                .post, server.url, body: RequestBody(streaming: chunks), options: RequestOptions(idle: .seconds(5))),
            validation: .none)
        #expect(answer.status == 413)
        #expect(answer.value == Data("no"))
        continuation.finish()
    }
}
