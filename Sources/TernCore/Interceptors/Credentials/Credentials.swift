public struct Credentials: Interceptor {
    public func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> { try await next(request) }
}
