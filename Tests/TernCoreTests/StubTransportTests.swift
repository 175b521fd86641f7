import Foundation
import TernLocks
import TernTesting
import TestSupport
import Testing

@testable import TernCore

@Suite struct StubTransportTests {
    private final class Seen: Sendable {
        private let state = Locked<[TransferProgress]>([])
        var all: [TransferProgress] { state.withLock { $0 } }
        func add(_ progress: TransferProgress) { state.withLock { $0.append(progress) } }
    }

    private func request(
        _ method: HTTPMethod = .get, body: RequestBody = .none, _ change: (inout RequestOptions) -> Void = { _ in }
    ) -> Request {
        Request(method, URL(string: "http://h/p")!, body: body, options: RequestOptions(change))
    }

    // MARK: The answer

    @Test func `A sample becomes an answer to the request that was sent`() async throws {
        let exchange = Exchange(headers: ["X-Default": "1"]) { _ in
            .json("{}", status: .created, headers: ["X-A": "1", "x-a": "2"])
        }
        let answer = try await exchange.client.send(request(.post, body: RequestBody(Data("four".utf8))))
        #expect(answer.status == .created)
        #expect(answer.headers == ["Content-Type": "application/json", "X-A": "2"])
        #expect(answer.value == Data("{}".utf8))
        #expect(answer.request.headers["X-Default"] == "1")
        #expect(answer.request.body.data == Data("four".utf8))
        #expect(answer.metrics.bytesSent == 4)
        #expect(answer.metrics.bytesReceived == 2)
    }

    @Test(
        arguments: [
            (HTTPMethod.head, 200), (.get, 204), (.get, 304), (.get, 103),
        ] as [(HTTPMethod, HTTPStatus)])
    func `An answer that has no body by HTTP's rules has none`(_ method: HTTPMethod, _ status: HTTPStatus) async throws
    {
        let exchange = Exchange(answering: .text("ignored", status: status, headers: ["Content-Length": "7"]))
        let answer = try await exchange.client.send(request(method), validation: .none)
        #expect(answer.value.isEmpty)
        #expect(answer.headers[.contentLength] == "7")
        let streamed = try await exchange.client.stream(request(method), validation: .none).collected()
        #expect(streamed.value.isEmpty)
    }

    @Test func `A sample of a value is its JSON, and one that can't be encoded is an error`() async throws {
        let good = Exchange(answering: .json([Moon(name: "Io")]))
        #expect(try await good.client.send(request()).text() == #"[{"name":"Io"}]"#)
        let bad = Exchange(answering: .json(Double.nan))
        let error = await failure { try await bad.client.send(request()) }
        #expect(error?.code == .encoding)
        #expect(error?.underlying is EncodingError)
    }

    @Test func `An error in place of an answer is the call's error`() async {
        struct Unplugged: Error {}
        let cases: [(any Error, TernError.Code)] = [
            (Unplugged(), .transport), (TernError(.tls, message: "no"), .tls), (CancellationError(), .cancelled),
        ]
        for (thrown, code) in cases {
            let sampled = Exchange(answering: .failure(thrown))
            let threw = Exchange { _ in throw thrown }
            for exchange in [sampled, threw] {
                let error = await failure { try await exchange.client.send(request()) }
                #expect(error?.code == code)
                #expect(error?.request?.url.absoluteString == "http://h/p")
                if code == .transport { #expect(error?.underlying is Unplugged) }
            }
        }
    }

    @Test func `The same 404 from a stub and from another transport is the same error`() async throws {
        struct Wire: Transport {
            func send(_ request: Request) async throws -> Response<ResponseBody> {
                let chunks = AsyncStream<Data> { continuation in
                    for chunk in [#"{"message""#, #": "gone"}"#] { continuation.yield(Data(chunk.utf8)) }
                    continuation.finish()
                }
                return Response(
                    request: request, status: 404, headers: ["Content-Type": "application/json"],
                    value: ResponseBody(streaming: chunks))
            }
        }
        let stubbed = Exchange(answering: .json(#"{"message": "gone"}"#, status: 404)).client
        for isStreamed in [false, true] {
            var errors: [TernError] = []
            for client in [stubbed, Client(transport: Wire())] {
                let error = await failure {
                    if isStreamed {
                        _ = try await client.stream(request())
                    } else {
                        _ = try await client.send(request())
                    }
                }
                errors.append(try #require(error))
            }
            for error in errors {
                #expect(error.code == .statusCode)
                #expect(error.description == errors[0].description)
                #expect(error.response?.value == Data(#"{"message": "gone"}"#.utf8))
                #expect(error.response?.headers == errors[0].response?.headers)
                #expect(error.request?.headers == errors[0].request?.headers)
            }
        }
    }

    // MARK: Delivery and progress

    @Test func `A body beyond the limit is an error, and one at the limit is not`() async throws {
        let exchange = Exchange(answering: .data(Data(count: 100)))
        let error = await failure {
            try await exchange.client.send(request { $0.responseLimit = 99 })
        }
        #expect(error?.code == .responseTooLarge)
        #expect(error?.request?.url.absoluteString == "http://h/p")
        #expect(try await exchange.client.send(request { $0.responseLimit = 100 }).value.count == 100)
    }

    @Test func `A streamed answer comes in chunks, and is told as it is read`() async throws {
        let seen = Seen()
        let body = Data((0..<40_000).map { UInt8($0 % 251) })
        let exchange = Exchange(answering: .data(body))
        let answer = try await exchange.client.stream(request { $0.onProgress = { seen.add($0) } })
        #expect(seen.all.isEmpty)
        var chunks: [Data] = []
        for try await chunk in answer.body { chunks.append(chunk) }
        #expect(chunks.count == 3)
        #expect(chunks.reduce(Data(), +) == body)
        #expect(seen.all.map(\.bytesReceived) == [16_384, 32_768, 40_000])
        #expect(seen.all.last?.fraction == 1)
    }

    @Test func `A collected call tells what was sent and then what came`() async throws {
        let seen = Seen()
        let exchange = Exchange(answering: .text("hello"))
        _ = try await exchange.client.send(
            request(.put, body: RequestBody(Data("four".utf8))) { $0.onProgress = { seen.add($0) } })
        #expect(
            seen.all == [
                TransferProgress(bytesSent: 4, bytesToSend: 4),
                TransferProgress(bytesSent: 4, bytesToSend: 4, bytesReceived: 5, bytesToReceive: 5),
            ])
    }

    // MARK: A streamed request

    @Test func `A streamed body is read to its end, told as it is, and there for the closure`() async throws {
        let seen = Seen()
        let exchange = Exchange { request in .data(request.body.data ?? Data()) }
        let answer = try await exchange.client.send(
            request(.post, body: oneShot("ab", "cde")) { $0.onProgress = { seen.add($0) } })
        #expect(answer.value == Data("abcde".utf8))
        #expect(answer.request.body.isReplayable == false)
        #expect(seen.all.map(\.bytesSent) == [2, 5, 5])
        #expect(seen.all.map(\.bytesToSend) == [nil, nil, 5])
    }

    @Test(arguments: [(4, "more"), (6, "fewer")] as [(Int64, String)])
    func `A streamed body of another length than it said is an error`(_ length: Int64, _ word: String) async throws {
        let exchange = Exchange(answering: .status(.ok))
        let error = await failure {
            try await exchange.client.send(request(.post, body: oneShot("ab", "cde", length: length)))
        }
        #expect(error?.code == .requestBodyFailed)
        #expect(try #require(error).message.contains(word))
    }

    @Test func `A streamed body that fails, or was read before, is an error`() async throws {
        struct Torn: Error {}
        let exchange = Exchange(answering: .status(.ok))
        let torn = RequestBody(streaming: AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Torn()) })
        let failed = await failure {
            try await exchange.client.send(request(.post, body: torn))
        }
        #expect(failed?.code == .requestBodyFailed)
        #expect(failed?.underlying is Torn)

        let once = oneShot("a")
        _ = try await exchange.client.send(request(.post, body: once))
        let again = await failure { try await exchange.client.send(request(.post, body: once)) }
        #expect(again?.code == .requestBodyFailed)
    }

    // MARK: Time

    @Test func `A late answer comes when the clock says so, and its metrics say when`() async throws {
        let exchange = Exchange(.after(.seconds(3))) { _ in .text("late") }
        let client = exchange.client
        let request = request()
        async let answer = client.send(request)
        await exchange.clock.waitForSleepers(count: 1)
        exchange.clock.advance(by: .milliseconds(2999))
        #expect(exchange.clock.sleeperCount == 1)
        exchange.clock.advance(by: .milliseconds(1))
        let metrics = try await answer.metrics
        #expect(metrics.firstByte == .seconds(3))
        #expect(metrics.total == .seconds(3))
    }

    @Test func `A call that is cancelled while it waits ends at once`() async {
        let exchange = Exchange(.after(.seconds(3))) { _ in .status(.ok) }
        let client = exchange.client
        let request = request()
        let call = Task { await failure { try await client.send(request) } }
        await exchange.clock.waitForSleepers(count: 1)
        call.cancel()
        let error = await call.value
        #expect(error?.code == .cancelled)
        #expect(error?.request?.url.absoluteString == "http://h/p")
    }

    struct Limits: Sendable {
        var timeout: Duration?
        var total: Duration?
        var idle: Duration?
        let code: TernError.Code
    }

    @Test(arguments: [
        Limits(timeout: .milliseconds(300), code: .timeout),
        Limits(total: .milliseconds(300), code: .totalTimeout),
        Limits(idle: .milliseconds(300), code: .idleTimeout),
        Limits(timeout: .milliseconds(300), total: .milliseconds(301), idle: .milliseconds(302), code: .timeout),
        Limits(timeout: .milliseconds(302), total: .milliseconds(300), idle: .milliseconds(301), code: .totalTimeout),
        Limits(timeout: .milliseconds(301), idle: .milliseconds(300), code: .idleTimeout),
    ])
    func `The first timeout that is sooner than the answer ends the call`(_ limits: Limits) async {
        let exchange = Exchange(.after(.seconds(3))) { _ in .status(.ok) }
        let client = exchange.client
        var request = request {
            $0.totalTimeout = limits.total
            $0.idleTimeout = limits.idle
        }
        request.timeout = limits.timeout
        let sent = request
        let call = Task { await failure { try await client.send(sent) } }
        await exchange.clock.waitForSleepers(count: 1)
        exchange.clock.advance(by: .milliseconds(299))
        #expect(exchange.clock.sleeperCount == 1)
        exchange.clock.advance(by: .milliseconds(1))
        #expect(await call.value?.code == limits.code)
    }

    @Test func `A reader that is cancelled stops reading`() async throws {
        let exchange = Exchange(answering: .data(Data(count: 40_000)))
        let answer = try await exchange.client.stream(request())
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { try await answer.collected() }
        }
        #expect(await reading.value?.code == .cancelled)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .nanoseconds(Int64.max), .seconds(86_400 * 36_500)])
    func `A stub that answers in a very long time waits for it, and can be cancelled`(delay: Duration) async throws {
        let url = try #require(URL(string: "https://h"))
        let options = RequestOptions { $0.idleTimeout = nil }
        let client = Client(transport: StubTransport(.after(delay), answering: .status(.ok)))
        let call = Task { await failure { try await client.send(Request(.get, url, options: options)) } }
        await Task.yield()
        call.cancel()
        #expect(await call.value?.code == .cancelled)
    }
}
