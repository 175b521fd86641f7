import Foundation
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct RetryPolicyTests {
    // MARK: What is sent again

    struct Sending: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        var headers: HTTPHeaders = [:]
        var methods: Set<HTTPMethod> = RetryPolicy.standard.methods
        let isRepeated: Bool
        var testDescription: String { "\(method) \(headers)" }
    }

    @Test(arguments: [
        Sending(method: .get, isRepeated: true), Sending(method: .head, isRepeated: true),
        Sending(method: .options, isRepeated: true), Sending(method: .trace, isRepeated: true),
        Sending(method: .put, isRepeated: true), Sending(method: .delete, isRepeated: true),
        Sending(method: .post, isRepeated: false), Sending(method: .patch, isRepeated: false),
        Sending(method: "LOCK", isRepeated: false), Sending(method: "get", isRepeated: false),
        Sending(method: .post, headers: ["idempotency-key": "7"], isRepeated: true),
        Sending(method: .patch, headers: ["Idempotency-Key": "7"], isRepeated: true),
        Sending(method: .post, headers: ["Idempotency-Key": ""], isRepeated: false),
        Sending(method: .post, methods: [.post], isRepeated: true),
        Sending(method: .get, methods: [.post], isRepeated: false),
    ])
    func `A call is sent again where that means the same, or where it was told so`(_ sending: Sending) async {
        for answer in [Sample.unavailable(), .failing(.connectionLost), .failing(.connection)] {
            let attempts = Attempts(answer, retry: .standard { $0.methods = sending.methods })
            // A HEAD can't carry one.
            let body = sending.method == .head ? RequestBody.none : RequestBody(Data("body"))
            let request = Request(sending.method, at: "http://h/", headers: sending.headers, body: body)
            _ = await failure { try await attempts.send(request) }
            #expect(attempts.times.count == (sending.isRepeated ? 3 : 1))
            #expect(attempts.recorder.requests.last?.body.data == body.data)
        }
    }

    @Test func `The methods of the standard policy are those that are idempotent`() {
        let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, "CONNECT"]
        #expect(RetryPolicy.standard.methods == Set(known.filter(\.isIdempotent)))
    }

    @Test func `Six statuses are sent again after, and no other`() async {
        var repeated: [Int] = []
        for code in 200...599 where code < 300 || code >= 400 {
            let attempts = Attempts(.status(HTTPStatus(code)))
            _ = await failure { try await attempts.send(validation: .none) }
            if attempts.times.count > 1 { repeated.append(code) }
        }
        #expect(repeated == [408, 429, 500, 502, 503, 504])
    }

    @Test(arguments: [
        TernError.Code.nameResolution, .connection, .connectTimeout, .connectionLost, .truncatedBody, .timeout,
        .idleTimeout,
    ])
    func `A failure of the way is followed by another attempt`(code: TernError.Code) async {
        let attempts = Attempts(.failing(code))
        let error = await failure { try await attempts.send() }
        #expect(error?.code == code)
        #expect(attempts.times.count == 3)
    }

    @Test(arguments: [
        TernError.Code.invalidURL, .unsupported, .closed, .queueTimeout, .tls, .certificate, .totalTimeout,
        .requestBodyFailed, .malformedResponse, .headersTooLarge, .responseTooLarge, .decompression, .cancelled,
        .transport, .tooManyRedirects, "quota",
    ])
    func `A failure that another attempt won't mend is the call's`(code: TernError.Code) async {
        let attempts = Attempts(.failing(code))
        let error = await failure { try await attempts.send() }
        #expect(error?.code == code)
        #expect(attempts.times.count == 1)
    }

    @Test func `Statuses and codes are the user's to change`() async {
        let policy = RetryPolicy.standard {
            $0.statuses = [.conflict]
            $0.codes = ["quota"]
        }
        let attempts = Attempts(.status(.conflict), .failing("quota"), .unavailable(), retry: policy)
        let error = await failure { try await attempts.send() }
        #expect(error?.statusCode == 503)
        #expect(attempts.times.count == 3)
        let refused = Attempts(.unavailable(), retry: policy)
        _ = await failure { try await refused.send() }
        #expect(refused.times.count == 1)
    }

    // MARK: How long it waits

    @Test func `The longest wait doubles with each attempt up to the cap`() async {
        let attempts = Attempts(
            .unavailable(),
            retry: .fullWaits {
                $0.attempts = 7
                $0.baseDelay = .milliseconds(100)
                $0.maxDelay = .milliseconds(1000)
            })
        _ = await failure { try await attempts.send() }
        let waits = zip(attempts.times.dropFirst(), attempts.times).map { $0 - $1 }
        #expect(waits == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
    }

    @Test(arguments: [
        (0.0, Duration.zero), (0.25, .milliseconds(50)), (1, .milliseconds(200)), (-3, .zero), (7, .milliseconds(200)),
    ])
    func `A wait is anything from nothing to the longest`(random: Double, wait: Duration) {
        let policy = RetryPolicy.standard {
            $0.baseDelay = .milliseconds(100)
            $0.random = { random }
        }
        #expect(policy.backoff(after: 2) == wait)
    }

    @Test func `Chance stays within the limits and is not always the same`() {
        let waits = (0..<100).map { _ in RetryPolicy.standard.backoff(after: 1) }
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= .milliseconds(250) })
        #expect(Set(waits).count > 1)
    }

    @Test func `No attempt's number and no delay is too large, and none less than nothing`() {
        #expect(RetryPolicy.fullWaits.backoff(after: .max) == .seconds(30))
        #expect(RetryPolicy.fullWaits { $0.baseDelay = .zero }.backoff(after: .max) == .zero)
        #expect(RetryPolicy.fullWaits { $0.baseDelay = .seconds(-5) }.backoff(after: 3) == .zero)
        #expect(RetryPolicy.fullWaits { $0.maxDelay = .seconds(-5) }.backoff(after: 3) == .zero)
        let boundless = RetryPolicy.fullWaits { $0.maxDelay = .seconds(Int64.max) }
        #expect(boundless.backoff(after: .max) > .seconds(Int64.max / 2))
    }

    // MARK: Retry-After (RFC 9110 §10.2.3)

    // Sun, 06 Nov 1994 08:49:30 GMT
    private static let now = Date(timeIntervalSince1970: 784_111_770)

    @Test(arguments: [
        ("7", Duration.seconds(7)), ("0", .zero), ("030", .seconds(30)), (" 7 ", .seconds(7)),
        ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(7)),
        ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(7)),
        ("Sun Nov  6 08:49:37 1994", .seconds(7)),
        ("Sun, 06 Nov 1994 08:49:00 GMT", .zero), ("Sun Nov  6 08:49:30 1994", .zero),
        ("Friday, 31-Dec-99 23:59:59 GMT", nil), ("Mon, 01 Jan 0001 00:00:00 GMT", .zero),
    ])
    func `The server's wait takes the place of the backoff`(field: String, wait: Duration?) async throws {
        let policy = RetryPolicy.fullWaits { $0.now = { Self.now } }
        let attempts = Attempts(.unavailable(retryAfter: field), .text("there"), retry: policy)
        let answer = try await attempts.send(validation: .none)
        #expect(answer.status == (wait == nil ? .serviceUnavailable : .ok))
        #expect(attempts.times == [.zero] + (wait.map { [$0] } ?? []))
    }

    @Test(arguments: [
        "", "soon", "-1", "+1", "1.5", "1 s", "0x10", "٧", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT",
        "1994-11-06T08:49:37Z",
    ])
    func `A field that says nothing leaves the wait as it is`(field: String) async throws {
        let attempts = Attempts(.unavailable(retryAfter: field), .text("there"))
        _ = try await attempts.send()
        #expect(attempts.times == [.zero, .milliseconds(250)])
    }

    @Test(arguments: ["31", "99999999999999999999999999", "9223372036854775807", "Sun, 06 Nov 1994 08:50:01 GMT"])
    func `An answer that asks for more than the cap is given back`(field: String) async {
        let policy = RetryPolicy.fullWaits {
            $0.now = { Self.now }
            $0.totalTime = nil
        }
        let attempts = Attempts(.unavailable(retryAfter: field), retry: policy)
        let error = await failure { try await attempts.send() }
        #expect(error?.statusCode == 503)
        #expect(error?.response?.headers[.retryAfter] == field)
        #expect(attempts.times == [.zero])
    }

    @Test func `Without a cap to speak of even the longest wait is no trap`() async {
        let policy = RetryPolicy.fullWaits { $0.maxDelay = .seconds(Int64.max) }
        let attempts = Attempts(.unavailable(retryAfter: "9223372036854775807"), retry: policy)
        _ = await failure { try await attempts.send() }
        #expect(attempts.times == [.zero])
    }

    @Test func `Of several fields the longest counts`() {
        let headers = HTTPHeaders(["x", "3", "9", "5"].map { HTTPHeaders.Field(.retryAfter, $0) })
        #expect(headers.retryAfter { Self.now } == .seconds(9))
        #expect(HTTPHeaders().retryAfter { Self.now } == nil)
    }

    // MARK: A decision of one's own

    @Test func `A closure is asked about every outcome but the last, the right ones included`() async throws {
        let log = Log()
        let policy = RetryPolicy.custom(attempts: 4) { request, outcome, attempt in
            let status = (try? outcome.get().status.code) ?? 0
            log.add("\(attempt) \(request.attempt) \(status)")
            return .retry(after: .seconds(attempt))
        }
        let attempts = Attempts(.text("pending", status: .accepted), .failing(.tls), .text("there"), retry: policy)
        let answer = try await attempts.send(Request(.post, at: "http://h/"))
        #expect(answer.request.attempt == 4)
        #expect(log.lines == ["1 1 202", "2 1 0", "3 1 200"])
        #expect(attempts.times == [0, 1, 3, 6].map { .seconds($0) })
    }

    @Test func `A closure may leave the decision to the rules`() async {
        let policy = RetryPolicy.custom { _, outcome, _ in
            if case .success(let answer) = outcome, answer.status == .conflict { .retry } else { .standard }
        }
        let attempts = Attempts(.status(.conflict), .unavailable(), .status(.notFound), retry: policy)
        let error = await failure { try await attempts.send() }
        #expect(error?.statusCode == 404)
        #expect(attempts.times.count == 3)
    }

    @Test func `A closure may take what the rules would not`() async {
        let attempts = Attempts(.unavailable(), retry: .custom { _, _, _ in .accept })
        let error = await failure { try await attempts.send() }
        #expect(error?.statusCode == 503)
        #expect(attempts.times.count == 1)
    }

    @Test func `A closure's usual wait is the server's or the backoff, and its own isn't capped`() async throws {
        let policy = RetryPolicy.fullWaits {
            $0.attempts = 5
            $0.decision = { _, _, attempt in
                attempt < 3 ? .retry : attempt == 3 ? .retry(after: .seconds(-1)) : .retry(after: .seconds(31))
            }
        }
        let attempts = Attempts(.text("", status: .accepted, headers: ["Retry-After": "3"]), .text(""), retry: policy)
        _ = try await attempts.send()
        #expect(attempts.times == [.zero, .seconds(3), .milliseconds(3500), .milliseconds(3500), .milliseconds(34500)])
    }

    @Test func `A closure's error ends the call and names it`() async {
        struct Refused: Error {}
        let attempts = Attempts(.unavailable(), retry: .custom { _, _, _ in throw Refused() })
        let error = await failure { try await attempts.send() }
        #expect(error?.code == .interceptor)
        #expect(error?.underlying is Refused)
        #expect(error?.request?.url.absoluteString == "http://h/")
        #expect(attempts.times.count == 1)
    }
}
