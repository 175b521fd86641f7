struct DefaultHeaders: Interceptor {
    let headers: HTTPHeaders
    init(_ headers: HTTPHeaders) { self.headers = headers }
    func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        var request = request
        request.headers = headers.merging(request.headers)
        return try await next(request)
    }
}
