import Foundation
import TernLocks
import TernTesting
import Testing

@testable import TernCore

@Suite struct ProviderTests {
    /// A provider over a wire on which every call is answered by its path.
    private func wired(_ exchange: Exchange) -> Provider<Moons> { Provider(client: exchange.client) }

    private let echo = Exchange { request in .json(#"{"name": "\#(request.url.path)"}"#) }

    // MARK: Calls

    @Test func `A target is sent with its own method, URL and headers`() async throws {
        let provider = wired(echo)
        _ = try await provider.request(.remove, as: NoContent.self)
        let sent = try #require(echo.recorder.requests.first)
        #expect(sent.description == "DELETE http://moons.example/moons/1")
        #expect(sent.headers["X-Call"] == "moons")
    }

    @Test func `A call returns the value, or the value with its head`() async throws {
        let provider = Provider<Moons>(client: echo.client, stubbing: .immediate)
        #expect(try await provider.request(.one, as: Moon.self) == Moon(name: "Io"))
        let inferred: Moon = try await provider.request(.one)
        #expect(inferred.name == "Io")
        let response = try await provider.response(.one, as: Moon.self)
        #expect(response.value.name == "Io")
        #expect(response.status == .ok)
        #expect(response.headers[.eTag] == "\"1\"")
        #expect(try await provider.request(.all, as: [Moon].self, at: "data.items").map(\.name) == ["Io", "Europa"])
        #expect(echo.recorder.isEmpty)
    }

    @Test func `A call streams`() async throws {
        let provider = Provider<Moons>(client: echo.client, stubbing: .immediate)
        let answer = try await provider.stream(.one)
        #expect(answer.body.whole == nil)
        #expect(try await answer.collected().decode(Moon.self).name == "Io")
    }

    @Test func `The hook sees every request with its target and may change or refuse it`() async throws {
        struct Refused: Error {}
        var provider = wired(echo)
        provider.mapRequest = { request, target in
            if case .remove = target { throw Refused() }
            var request = request
            request.headers["X-Mapped"] = "1"
            return request
        }
        let mapped = provider
        _ = try await mapped.request(.one, as: Moon.self)
        _ = try await mapped.stream(.one)
        _ = try await mapped.failing(as: AnyFailure.self).request(.one, as: Moon.self)
        #expect(echo.recorder.requests.map { $0.headers["X-Mapped"] } == ["1", "1", "1"])
        #expect(try mapped.request(for: .one).headers["X-Mapped"] == "1")
        let error = await failure { () throws(TernError) in try await mapped.request(.remove, as: NoContent.self) }
        #expect(error?.code == .interceptor)
        #expect(error?.underlying is Refused)
        #expect(echo.recorder.calls.count == 3)
    }

    private struct AnyFailure: APIFailure {
        let error: TernError
        init(_ error: TernError) { self.error = error }
    }

    @Test func `An interceptor that is added runs inside those that were there`() async throws {
        struct Tag: Interceptor {
            let name: String
            func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
                var request = request
                request.headers.add(name, for: "X-Tag")
                return try await next(request)
            }
        }
        let provider = wired(echo).with(Tag(name: "outer")).with(Tag(name: "inner"))
        _ = try await provider.request(.one, as: Moon.self)
        _ = try await wired(echo).request(.one, as: Moon.self)
        #expect(echo.recorder.requests.map { $0.headers.values(for: "X-Tag") } == [["outer", "inner"], []])
    }

    // MARK: Stubs

    @Test func `A stub passes through interceptors and validation, and asks no transport`() async throws {
        let seen = Recorder()
        let provider = Provider<Moons>(client: echo.client.with(seen)).stubbed()
        let error = await failure { () throws(TernError) in try await provider.request(.missing, as: Moon.self) }
        #expect(error?.code == .statusCode)
        #expect(error?.status == .notFound)
        #expect(error?.response?.value == Data(#"{"message": "gone"}"#.utf8))
        #expect(seen.events == [.sent(call: 0), .answered(call: 0, .notFound)])
        #expect(seen.requests.first?.headers[.userAgent] == UserAgent.standard)
        #expect(echo.recorder.isEmpty)
    }

    @Test func `A stub may answer late, on the client's clock`() async throws {
        let provider = Provider<Moons>(client: echo.client).stubbed(.after(.seconds(2)))
        async let moon: Moon = provider.request(.one)
        await echo.clock.waitForSleepers(count: 1)
        echo.clock.advance(by: .seconds(2))
        #expect(try await moon.name == "Io")
    }

    @Test func `A closure chooses which calls are stubbed`() async throws {
        let provider = Provider<Moons>(client: echo.client).stubbed { target in
            if case .one = target { .immediate } else { nil }
        }
        #expect(try await provider.request(.one, as: Moon.self).name == "Io")
        #expect(echo.recorder.isEmpty)
        #expect(try await provider.request(.all, as: Moon.self).name == "/moons")
        #expect(echo.urls == ["http://moons.example/moons"])
    }

    @Test func `A stub is a stub by every way to call`() async throws {
        let provider = Provider<Moons>(client: echo.client).stubbed()
        _ = try await provider.failing(as: AnyFailure.self).request(.one, as: Moon.self)
        _ = try await provider.stream(.one)
        _ = await outcome { provider.request(.one, as: Moon.self, completion: $0) }
        #expect(echo.recorder.isEmpty)
    }

    @Test func `Targets of several APIs are called and stubbed as one`() async throws {
        struct Plain: TargetType {
            var baseURL: URL { URL(string: "http://plain.example")! }
            var path: URLPath { "/p" }
            var method: HTTPMethod { .put }
            var headers: HTTPHeaders { ["X-Plain": "1"] }
            var timeout: Duration? { .seconds(3) }
            var validation: Validation { .codes([418]) }
            var options: RequestOptions { RequestOptions { $0.responseLimit = 7 } }
        }
        let provider = Provider<MultiTarget>(client: echo.client)
        let request = try provider.request(for: MultiTarget(Plain()))
        #expect(request.description == "PUT http://plain.example/p")
        #expect(request.headers["X-Plain"] == "1")
        #expect(request.timeout == .seconds(3))
        #expect(request.options.responseLimit == 7)
        let refused = await failure { () throws(TernError) in
            try await provider.request(MultiTarget(Plain()), as: NoContent.self)
        }
        #expect(refused?.code == .responseTooLarge)

        let stubbed = provider.stubbed()
        #expect(try await stubbed.request(MultiTarget(Moons.one), as: Moon.self).name == "Io")
        let error = await failure { () throws(TernError) in
            try await stubbed.request(MultiTarget(Plain()), as: NoContent.self)
        }
        #expect(error?.code == .unsupported)
        #expect(try #require(error).message.contains("Plain"))
    }

    // MARK: Closures

    private func outcome<T: Sendable>(
        _ start: (@escaping @Sendable (sending Result<T, TernError>) -> Void) -> RunningCall
    ) async -> Result<T, TernError> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<T, TernError>.self)
        _ = start { result in
            continuation.yield(result)
            continuation.finish()
        }
        var iterator = stream.makeAsyncIterator()
        return await iterator.next() ?? .failure(TernError(.transport, message: "the completion was never called"))
    }

    @Test func `A completion is told the value or the error`() async throws {
        let provider = Provider<Moons>(client: echo.client).stubbed()
        #expect(try await outcome { provider.request(.one, as: Moon.self, completion: $0) }.get() == Moon(name: "Io"))
        #expect(
            try await outcome { provider.request(.all, as: [Moon].self, at: "data.items", completion: $0) }.get().count
                == 2)
        let missing = await outcome { provider.request(.missing, as: Moon.self, completion: $0) }
        #expect(throws: TernError.self) { try missing.get() }
    }

    @Test func `A cancelled call tells its completion once`() async {
        let outcomes = Locked<[String]>([])
        let provider = Provider<Moons>(client: echo.client).stubbed(.after(.seconds(5)))
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        let call = provider.request(.one, as: Moon.self) { result in
            outcomes.withLock { outcomes in
                switch result {
                case .success: outcomes.append("value")
                case .failure(let error): outcomes.append(error.code.rawValue)
                }
            }
            continuation.yield()
        }
        await echo.clock.waitForSleepers(count: 1)
        call.cancel()
        call.cancel()
        var iterator = ended.makeAsyncIterator()
        await iterator.next()
        echo.clock.advance(by: .seconds(9))
        call.cancel()
        #expect(outcomes.withLock { $0 } == ["cancelled"])
    }

    @Test func `Cancelling after the outcome changes nothing`() async throws {
        let provider = Provider<Moons>(client: echo.client).stubbed()
        let count = Locked(0)
        let call = Locked<RunningCall?>(nil)
        let result: Result<Moon, TernError> = await outcome { completion in
            let running = provider.request(.one, as: Moon.self) { result in
                count.withLock { $0 += 1 }
                completion(result)
            }
            call.withLock { $0 = running }
            return running
        }
        call.withLock { $0 }?.cancel()
        #expect(try result.get().name == "Io")
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `A failing provider's completion is told the app's own error`() async {
        let provider = Provider<Moons>(client: echo.client).stubbed().failing(as: AnyFailure.self)
        let (stream, continuation) = AsyncStream.makeStream(of: TernError.Code?.self)
        provider.request(.missing, as: Moon.self) { result in
            if case .failure(let failure) = result {
                continuation.yield(failure.error.code)
            } else {
                continuation.yield(nil)
            }
        }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == .some(.statusCode))
    }

    @Test func `A provider may be released while its call runs, and is not held after it`() async throws {
        final class Witness: Interceptor {
            func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
                try await next(request)
            }
        }
        weak var released: Witness?
        let clock = VirtualClock()
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        do {
            let witness = Witness()
            released = witness
            let client = Client(transport: StubTransport(answering: .status(.ok)), clock: clock).with(witness)
            Provider<Moons>(client: client).stubbed(.after(.seconds(1))).request(.one, as: Moon.self) { result in
                continuation.yield((try? result.get().name) ?? "failed")
                continuation.finish()
            }
        }
        await clock.waitForSleepers(count: 1)
        #expect(released != nil)
        clock.advance(by: .seconds(1))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == "Io")
        // The task lets go of what it held right after its completion, on its own thread.
        for _ in 0..<100_000 where released != nil { await Task.yield() }
        #expect(released == nil)
    }
}
