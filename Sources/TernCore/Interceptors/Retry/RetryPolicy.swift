public import Foundation

/// When a call that failed is made again, and how long it waits before.
///
/// ```swift
/// let client = Client(retry: .standard)
/// let stubborn = Client(retry: .standard { $0.attempts = 5 })
/// var options: RequestOptions { RequestOptions { $0.retry = .standard { $0.methods.insert(.post) } } }
/// ```
///
/// The rules, which the properties change:
///
/// - A method that means the same when repeated is sent again (RFC 9110 §9.2.2), another only with an `Idempotency-Key`
///   of its own, or where ``methods`` names it. A body that can be read once is never sent again.
/// - What is sent again is one whose ``statuses`` or ``codes`` may pass with time; never a cancelled call.
/// - The wait is drawn at random from zero to ``baseDelay``, doubled after each attempt, at most ``maxDelay``: callers
///   that failed together don't come back together.
/// - An answer's `Retry-After` (RFC 9110 §10.2.3) takes the place of that wait. One that asks for more than ``maxDelay``
///   is the call's answer at once.
/// - No wait begins that would end after ``totalTime``, or after the call's own `totalTimeout`, and none for which the
///   client's ``RetryBudget`` has nothing left. The call then has the last outcome as it came.
///
/// Each attempt follows redirects anew and has the call's `timeout` for itself. What the call ends with is the last
/// attempt's answer or error, whose request tells how many there were: `answer.request.attempt`.
public struct RetryPolicy: Sendable {
    /// What an attempt ended with.
    public typealias Outcome = Result<Response<ResponseBody>, TernError>

    /// Decides over one outcome, an answer that is right included.
    ///
    /// - Parameters:
    ///   - request: the call as it enters each attempt.
    ///   - outcome: what the attempt ended with. A streamed body that is read here is gone.
    ///   - attempt: the attempt's number, counted from 1.
    public typealias Decision =
        @Sendable (_ request: Request, _ outcome: Outcome, _ attempt: Int) async throws -> Verdict

    /// What becomes of an outcome.
    public struct Verdict: Sendable {
        enum Kind: Sendable {
            case standard
            case accept
            case retry(after: Duration?)
        }

        let kind: Kind

        /// What the policy's properties say.
        public static let standard = Verdict(kind: .standard)
        /// It is the call's outcome.
        public static let accept = Verdict(kind: .accept)
        /// Once more, after the usual wait.
        public static let retry = Verdict(kind: .retry(after: nil))
        /// Once more, after a wait of that length, which ``RetryPolicy/maxDelay`` doesn't limit.
        public static func retry(after delay: Duration) -> Verdict { Verdict(kind: .retry(after: delay)) }
    }

    /// The most attempts of a call, the first included. Default 3.
    public var attempts = 3
    /// The longest wait before the second attempt, doubled before each further one. Default 250 ms.
    public var baseDelay = Duration.milliseconds(250)
    /// The longest wait of all; a server that asks for more isn't waited for. Default 30 s.
    public var maxDelay = Duration.seconds(30)
    /// How long after its start a call may still begin an attempt. It cuts none short: `totalTimeout` does. Default 60 s,
    /// nil: no limit.
    public var totalTime: Duration? = .seconds(60)
    /// The methods that are sent again. Default: those that are idempotent.
    public var methods: Set<HTTPMethod> = [.get, .head, .options, .trace, .put, .delete]
    /// The answers after which a call is sent again. Default 408, 429, 500, 502, 503 and 504.
    public var statuses: Set<HTTPStatus> = [
        .requestTimeout, .tooManyRequests, .internalServerError, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]
    /// The failures after which a call is sent again. Default: those of the way, `.nameResolution`, `.connection`,
    /// `.connectTimeout`, `.connectionLost`, `.truncatedBody`, and an attempt's `.timeout` and `.idleTimeout`.
    ///
    /// Left out are those that another attempt won't mend (`.tls`, `.certificate`, `.malformedResponse`), and those that
    /// more calls make worse (`.queueTimeout`).
    public var codes: Set<TernError.Code> = [
        .nameResolution, .connection, .connectTimeout, .connectionLost, .truncatedBody, .timeout, .idleTimeout,
    ]
    /// Is asked first about each outcome that could be followed by another attempt. An error it throws ends the call.
    /// Default nil: the properties above decide.
    public var decision: Decision?
    /// Where the waits' randomness comes from: numbers from 0 to 1.
    public var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// The time of day, which a date in `Retry-After` is compared with.
    public var now: @Sendable () -> Date = { Date() }

    /// Makes the standard policy.
    public init() {}

    /// Up to 3 attempts of what may be sent again.
    public static let standard = RetryPolicy()

    /// The standard policy with some changes.
    public static func standard(_ change: (inout RetryPolicy) -> Void) -> RetryPolicy {
        var policy = standard
        change(&policy)
        return policy
    }

    /// One attempt. In `RequestOptions`, where nil is the client's policy, write `RetryPolicy.none`.
    public static let none = standard { $0.attempts = 1 }

    /// Ask about each outcome that could be followed by another attempt.
    ///
    /// ```swift
    /// let polling = RetryPolicy.custom(attempts: 10) { _, outcome, _ in
    ///     if case .success(let answer) = outcome, answer.status == .accepted { .retry(after: .seconds(1)) } else { .standard }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - attempts: the most attempts of a call.
    ///   - decision: is asked, for methods that aren't idempotent as well. An error it throws ends the call.
    public static func custom(attempts: Int = standard.attempts, _ decision: @escaping Decision) -> RetryPolicy {
        standard {
            $0.attempts = attempts
            $0.decision = decision
        }
    }
}
