import Foundation

/// Follows redirects as far as the policy wants.
struct RedirectInterceptor: Interceptor {
    private let policy: RedirectPolicy

    init(_ policy: RedirectPolicy) { self.policy = policy }

    func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        var request = request
        var followed = 0
        while true {
            // Gone at the end of its round: a redirect's body is let go of before the next call.
            let answer = try await next(request)
            guard answer.status.isRedirection, let target = try await target(of: answer, to: request, after: followed)
            else { return answer }
            request = target
            followed += 1
        }
    }

    /// The request to send next, or nil where the redirect is the answer.
    private func target(
        of answer: Response<ResponseBody>, to request: Request, after followed: Int
    ) async throws(TernError) -> Request? {
        let policy = request.options.redirects ?? policy
        guard let proposal = request.redirected(by: answer) else { return nil }
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
        guard let target else { return nil }
        if Origin(request.url)?.scheme == "https", Origin(target.url)?.scheme == "http" {
            throw await failure(
                .insecureRedirect, request, answer,
                "the server redirects from https to \(target.url.redacted), where anyone on the way could read along")
        }
        return target
    }

    private func failure(
        _ code: TernError.Code, _ request: Request, _ answer: Response<ResponseBody>, _ message: String
    ) async -> TernError {
        let kept = answer.replacing(with: await answer.body.prefix(upTo: Response<Data>.keptInErrors))
        return TernError(code, request: request, response: kept, message: message)
    }
}
