import Foundation

extension RetryPolicy {
    /// The wait before another attempt, or nil where the outcome is the call's.
    func delay(after outcome: Outcome, of request: Request, attempt: Int) async throws -> Duration? {
        switch try await decision?(request, outcome, attempt).kind ?? .standard {
        case .accept: nil
        case .retry(let delay?): max(delay, .zero)
        case .retry(nil): wait(after: outcome, attempt: attempt)
        case .standard: mayRepeat(request) && mayPass(outcome) ? wait(after: outcome, attempt: attempt) : nil
        }
    }

    /// Whether the call means the same when it is sent again.
    private func mayRepeat(_ request: Request) -> Bool {
        methods.contains(request.method) || request.headers[.idempotencyKey]?.isEmpty == false
    }

    /// Whether what stood in the way may be gone the next time.
    private func mayPass(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .success(let answer): statuses.contains(answer.status)
        case .failure(let error): codes.contains(error.code)
        }
    }

    /// What the server asks for, else the backoff; nil where the server asks for too much.
    private func wait(after outcome: Outcome, attempt: Int) -> Duration? {
        guard case .success(let answer) = outcome, let asked = answer.headers.retryAfter(now: now) else {
            return backoff(after: attempt)
        }
        return asked <= maxDelay ? asked : nil
    }

    /// Full jitter: anything from nothing to a limit that doubles with each attempt.
    func backoff(after attempt: Int) -> Duration {
        // Far more doublings than any cap allows, and few enough to count with.
        let doubled = baseDelay / .seconds(1) * Double(sign: .plus, exponent: min(attempt - 1, 100), significand: 1)
        let limit = max(0, min(maxDelay / .seconds(1), doubled))
        return .seconds(limit * max(0, min(1, random())))
    }
}

extension HTTPHeaders {
    /// How long `Retry-After` asks to wait (RFC 9110 §10.2.3): a number of seconds, or until a date, which may have
    /// passed. nil where it isn't there or can't be read; the longest of several.
    func retryAfter(now: () -> Date) -> Duration? {
        values(for: .retryAfter).compactMap { $0.trimmed.delay(now: now) }.max()
    }
}

extension String {
    fileprivate func delay(now: () -> Date) -> Duration? {
        if !isEmpty, utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return .seconds(Int64(self) ?? .max)
        }
        let now = now()
        // Held within what a Duration takes, wherever the injected clock stands.
        return Date(http: self, now: now).map { .seconds(.minimum(.maximum(0, $0.timeIntervalSince(now)), 1e15)) }
    }
}
