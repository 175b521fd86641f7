import Foundation

/// Follows redirects as far as the policy wants.
struct RedirectInterceptor: Interceptor {
    private let policy: RedirectPolicy

    init(_ policy: RedirectPolicy) { self.policy = policy }

    func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        let policy = request.options.redirects ?? policy
        var request = request
        var followed = 0
        while true {
            switch try await send(request, following: policy, after: followed, next: next) {
            case .answer(let answer): return answer
            case .redirect(let target):
                request = target
                followed += 1
            }
        }
    }

    private enum Outcome {
        case answer(Response<ResponseBody>)
        case redirect(Request)
    }

    /// One hop. A function of its own, so that a redirect's body is let go of before the next call.
    private func send(
        _ request: Request, following policy: RedirectPolicy, after followed: Int, next: Next
    ) async throws(TernError) -> Outcome {
        let answer = try await next(request)
        guard let proposal = request.redirected(by: answer) else { return .answer(answer) }
        guard followed < policy.limit else {
            throw await failure(
                .tooManyRedirects, request, answer,
                "the server redirected more than \(policy.limit) times: raise the limit if that is right")
        }
        let target: Request?
        do {
            target = try await policy.next(after: answer, proposing: proposal)
        } catch {
            throw TernError(error, request: request)
        }
        guard let target else { return .answer(answer) }
        if Origin(request.url)?.scheme == "https", Origin(target.url)?.scheme == "http" {
            throw await failure(
                .insecureRedirect, request, answer,
                "the server redirects from https to \(target.url.redacted), where anyone on the way could read along")
        }
        return .redirect(target)
    }

    private func failure(
        _ code: TernError.Code, _ request: Request, _ answer: Response<ResponseBody>, _ message: String
    ) async -> TernError {
        let kept = answer.replacing(with: await answer.body.prefix(upTo: Response<Data>.keptInErrors))
        return TernError(code, request: request, response: kept, message: message)
    }
}
