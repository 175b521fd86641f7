public struct RedirectPolicy: Sendable { public static let follow = RedirectPolicy() }
struct RedirectInterceptor: Interceptor {
    init(_ policy: RedirectPolicy) {}
    func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> { try await next(request) }
}
