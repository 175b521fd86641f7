import Foundation
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct RetryTests {
    @Test func `Two refusals and an answer are three attempts, one outcome, and no activity left`() async throws {
        var attempts = Attempts(.unavailable(), .unavailable(), .text("there"))
        let activity = Activity()
        let changes = Log()
        let observation = activity.observe { changes.add("\($0)") }
        attempts.client.activity = activity
        let answer = try await attempts.send()
        #expect(answer.value == Data("there"))
        #expect(answer.request.attempt == 3)
        #expect(attempts.times == [.zero, .milliseconds(250), .milliseconds(750)])
        #expect(attempts.recorder.requests.map(\.attempt) == [1, 2, 3])
        #expect(activity.count == 0)
        #expect(changes.lines == ["false", "true", "false"])
        observation.end()
    }

    @Test func `The last attempt's answer is the call's, and tells how many there were`() async {
        let attempts = Attempts(.failing(.connection), .unavailable(), .text("gone", status: .badGateway))
        let error = await failure { try await attempts.send() }
        #expect(error?.code == .statusCode)
        #expect(error?.statusCode == 502)
        #expect(error?.response?.value == Data("gone"))
        #expect(error?.request?.attempt == 3)
        #expect(error?.message.hasPrefix("GET http://h/, attempt 3: ") == true)
        #expect(attempts.times.count == 3)
    }

    @Test func `The last attempt's error is the call's, and tells how many there were`() async {
        let attempts = Attempts(.unavailable(), .failing(.connectionLost))
        let error = await failure { try await attempts.send() }
        #expect(error?.code == .connectionLost)
        #expect(error?.message == "GET http://h/, attempt 3: the wire broke")
        #expect(attempts.times.count == 3)
    }

    @Test func `Without a policy a call is one attempt`() async {
        let exchange = Exchange(answering: .unavailable())
        let error = await failure { try await exchange.client.send(Request(at: "http://h/")) }
        #expect(error?.statusCode == 503)
        #expect(error?.request?.attempt == 1)
        #expect(exchange.recorder.calls.count == 1)
    }

    @Test func `A call's own policy takes the place of the client's`() async {
        let never = Attempts(.unavailable())
        var request = Request(at: "http://h/")
        request.options.retry = RetryPolicy.none
        _ = await failure { try await never.send(request) }
        #expect(never.times.count == 1)

        let five = Attempts(.unavailable(), retry: .none)
        request.options.retry = .standard { $0.attempts = 5 }
        _ = await failure { try await five.send(request) }
        #expect(five.times.count == 5)
    }

    @Test(arguments: [1, 0, -1, .min])
    func `Fewer than two attempts are one`(attempts: Int) async {
        let attempts = Attempts(.unavailable(), retry: .standard { $0.attempts = attempts })
        _ = await failure { try await attempts.send() }
        #expect(attempts.times.count == 1)
    }

    @Test func `An answer that isn't one to repeat is the call's at once`() async {
        let attempts = Attempts(.unavailable(), .status(.notFound))
        let error = await failure { try await attempts.send() }
        #expect(error?.statusCode == 404)
        #expect(attempts.times.count == 2)
    }

    // MARK: Its place among the interceptors

    @Test func `Credentials and own interceptors see a call once, redirects and the log each attempt`() async throws {
        let log = Log()
        var exchange = Exchange { request in
            if request.url.path == "/a" { return .redirect(.found, to: "/b") }
            return request.attempt < 2 ? .unavailable() : .text("there")
        }
        exchange.client.retry = .standard { $0.baseDelay = .zero }
        exchange.client.credentials = .bearer {
            log.add("token")
            return "t"
        }
        exchange.client.interceptors = [Noting(log: log)]
        exchange.client.logging = Logging { log.add(String($0.prefix { $0 != "←" })) }
        let answer = try await exchange.client.send(Request(at: "http://h/a"))
        #expect(answer.url.absoluteString == "http://h/b")
        #expect(
            log.lines.filter { !$0.hasSuffix(" ") } == [
                "token", "own 1", "#1 → GET http://h/a", "#2 → GET http://h/b", "#3 → GET http://h/a, attempt 2",
                "#4 → GET http://h/b, attempt 2",
            ])
        #expect(exchange.recorder.requests.map { $0.headers[.authorization] } == Array(repeating: "Bearer t", count: 4))
    }

    private struct Noting: Interceptor {
        let log: Log
        func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
            log.add("own \(request.attempt)")
            return try await next(request)
        }
    }

    @Test func `An interceptor that asks again starts counting anew`() async throws {
        struct Twice: Interceptor {
            func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
                let first = try await next(request)
                return try await next(first.request)
            }
        }
        var attempts = Attempts(.unavailable(), .text("once"), .text("twice"))
        attempts.client.interceptors = [Twice()]
        let answer = try await attempts.send()
        #expect(answer.request.attempt == 1)
        #expect(attempts.recorder.requests.map(\.attempt) == [1, 2, 1])
    }

    // MARK: Bodies

    @Test func `A streamed answer's body is let go of before the wait`() async throws {
        let log = Log()
        var attempts = Attempts(.unavailable(), .text("there"))
        attempts.client.transport = Watched(transport: attempts.client.transport, log: log)
        let client = attempts.client
        let call = Task { try await client.stream(Request(at: "http://h/")) }
        await attempts.clock.waitForSleepers(count: 1)
        #expect(log.lines == ["sent 1", "ended 1"])
        attempts.clock.run()
        let answer = try await call.value
        #expect(log.lines == ["sent 1", "ended 1", "sent 2"])
        #expect(try await answer.body.collect(upTo: 100) == Data("there"))
        #expect(log.lines.last == "ended 2")
    }

    private struct Watched: Transport {
        let transport: any Transport
        let log: Log
        func send(_ request: Request) async throws -> Response<ResponseBody> {
            log.add("sent \(request.attempt)")
            var answer = try await transport.send(request)
            answer.body = answer.body.onEnd { [log] in log.add("ended \(request.attempt)") }
            return answer
        }
    }

    @Test func `A streamed answer that is given back still has its body`() async throws {
        let attempts = Attempts(.unavailable())
        let answer = try await attempts.stream(Request(at: "http://h/"))
        #expect(answer.status == .serviceUnavailable)
        #expect(try await answer.body.collect(upTo: 100) == Data("busy"))
        #expect(attempts.times.count == 3)
    }

    @Test func `A body that can be read once is never sent again, whatever the policy says`() async {
        let attempts = Attempts(.unavailable(), retry: .custom { _, _, _ in .retry })
        let headers: HTTPHeaders = ["Idempotency-Key": "1"]
        let error = await failure {
            try await attempts.send(Request(.put, at: "http://h/", headers: headers, body: oneShot("once")))
        }
        #expect(error?.statusCode == 503)
        #expect(attempts.times.count == 1)
    }

    // MARK: Limits

    @Test func `Cancellation in a wait ends the call at once`() async {
        var attempts = Attempts(.unavailable(), .text("too late"))
        let activity = Activity()
        attempts.client.activity = activity
        let client = attempts.client
        let call = Task { try await client.send(Request(at: "http://h/")) }
        await attempts.clock.waitForSleepers(count: 1)
        #expect(activity.count == 1)
        call.cancel()
        let error = await failure { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(error?.reason == "the call was cancelled while it waited for its attempt 2")
        #expect(attempts.clock.sleeperCount == 0)
        #expect(attempts.times.count == 1)
        #expect(activity.count == 0)
    }

    @Test func `A call that was cancelled isn't asked about`() async {
        let log = Log()
        let policy = RetryPolicy.custom { _, _, attempt in
            log.add("\(attempt)")
            return .retry
        }
        let clock = VirtualClock()
        let transport = StubTransport(.after(.seconds(1)), answering: .text("late"))
        let client = Client(transport: transport, retry: policy, clock: clock)
        let call = Task { try await client.send(Request(at: "http://h/")) }
        await clock.waitForSleepers(count: 1)
        call.cancel()
        let error = await failure { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(log.lines.isEmpty)
    }

    @Test(arguments: [(Duration.milliseconds(750), 2), (.milliseconds(751), 3), (.milliseconds(250), 1), (.zero, 1)])
    func `No wait begins that would end at the total time or after it`(limit: Duration, count: Int) async {
        let attempts = Attempts(.unavailable(), retry: .fullWaits { $0.totalTime = limit })
        let error = await failure { try await attempts.send() }
        #expect(error?.statusCode == 503)
        #expect(error?.response?.value == Data("busy"))
        #expect(attempts.times.count == count)
        #expect(attempts.clock.now.offset == attempts.times.last)
    }

    @Test func `The total time counts from the start of each call`() async {
        let attempts = Attempts(.unavailable(), retry: .fullWaits { $0.totalTime = .seconds(1) })
        attempts.clock.advance(by: .seconds(10))
        _ = await failure { try await attempts.send() }
        #expect(attempts.times.count == 3)
    }

    @Test(arguments: [Sample.unavailable(), .unavailable(retryAfter: "1"), .failing(.connection)])
    func `No wait begins that would end after the call's deadline`(answer: Sample) async {
        let attempts = Attempts(answer, retry: .fullWaits { $0.baseDelay = .seconds(1) })
        var request = Request(at: "http://h/")
        request.options.totalTimeout = .seconds(1)
        let error = await failure { try await attempts.send(request) }
        #expect(error?.code == (answer.error == nil ? .statusCode : .connection))
        #expect(attempts.times == [.zero])
        #expect(attempts.clock.now.offset == .zero)
    }

    @Test func `Attempts go on without a total time`() async throws {
        let attempts = Attempts(
            .unavailable(retryAfter: "25"), .unavailable(retryAfter: "25"), .unavailable(retryAfter: "25"),
            .text("there"),
            retry: .standard {
                $0.attempts = 4
                $0.totalTime = nil
            })
        #expect(try await attempts.send().value == Data("there"))
        #expect(attempts.times.last == .seconds(75))
    }

    @Test func `An attempt that timed out is followed by another with the whole timeout`() async throws {
        let clock = VirtualClock()
        let recorder = Recorder()
        let client = Client(
            transport: recorder.recording(StubTransport(.after(.seconds(5)), answering: .text("late"))),
            retry: .fullWaits { $0.attempts = 2 }, clock: clock)
        var request = Request(at: "http://h/")
        request.timeout = .seconds(2)
        let call = Task { [request] in try await client.send(request) }
        for _ in 1...3 {
            await clock.waitForSleepers(count: 1)
            clock.run()
        }
        let error = await failure { try await call.value }
        #expect(error?.code == .timeout)
        #expect(recorder.requests.map(\.attempt) == [1, 2])
        #expect(clock.now.offset == .milliseconds(4250))
    }
}
