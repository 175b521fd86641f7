/// Makes a call again as the policy wants, within its limits.
struct RetryInterceptor: Interceptor {
    private let policy: RetryPolicy
    private let budget: RetryBudget?

    init(_ policy: RetryPolicy, budget: RetryBudget?) {
        self.policy = policy
        self.budget = budget
    }

    func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        let policy = request.options.retry ?? policy
        guard policy.attempts > 1, request.body.isReplayable else { return try await next(request) }
        budget?.deposit()
        let start = request.time.now()
        let limits = [policy.totalTime.map { start + $0 }, request.deadline].compactMap { $0 }
        var attempt = 1
        while true {
            switch try await send(request, under: policy, attempt: attempt, before: limits.min(), next: next) {
            case .answer(let answer): return answer
            case .again(let time):
                attempt += 1
                do {
                    try await request.time.sleep(time)
                } catch let error as CancellationError {
                    throw TernError(
                        .cancelled, request: request, underlying: error,
                        message: "the call was cancelled while it waited for its attempt \(attempt)")
                }
            }
        }
    }

    private enum Outcome {
        case answer(Response<ResponseBody>)
        case again(at: Duration)
    }

    /// One attempt. A function of its own, so that the body of what is sent again is let go of before the wait.
    private func send(
        _ request: Request, under policy: RetryPolicy, attempt: Int, before limit: Duration?, next: Next
    ) async throws -> Outcome {
        let outcome: RetryPolicy.Outcome
        do throws(TernError) {
            outcome = .success(try await next.attempt(attempt)(request))
        } catch {
            outcome = .failure(error)
        }
        guard attempt < policy.attempts, !Task.isCancelled,
            let delay = try await policy.delay(after: outcome, of: request, attempt: attempt)
        else { return .answer(try outcome.get()) }
        let time = request.time.now() + delay
        // At the limit itself an attempt could only fail, and what the server said would be lost.
        if let limit, time >= limit { return .answer(try outcome.get()) }
        if let budget, !budget.withdraw() { return .answer(try outcome.get()) }
        return .again(at: time)
    }
}
