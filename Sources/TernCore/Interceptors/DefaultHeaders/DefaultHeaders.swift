/// Puts a client's headers under a call's own: a call's header replaces one, an empty value removes it.
///
/// It changes a request and nothing else, so it is no ``Interceptor``: the client applies it before the first one.
struct DefaultHeaders: Sendable {
    private let headers: HTTPHeaders

    /// - Parameter headers: the client's. They replace Tern's own default, `User-Agent`, or remove it.
    init(_ headers: HTTPHeaders) {
        self.headers = HTTPHeaders([HTTPHeaders.Field(.userAgent, UserAgent.standard)]).merging(headers)
    }

    func applied(to request: Request) -> Request {
        var request = request
        // Credentials come after this and would no longer see that the call wants none.
        if request.headers[.authorization]?.isEmpty == true { request.options.usesCredentials = false }
        request.headers = headers.merging(request.headers)
        return request
    }
}
