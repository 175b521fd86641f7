#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension Request {
    /// Makes a request of Foundation's. Its `timeoutInterval` becomes the idle timeout, which is what it means there.
    ///
    /// - Throws: `.invalidURL` without a URL; `.unsupported` where the body is an `InputStream`.
    public init(_ urlRequest: URLRequest) throws(TernError) {
        guard let url = urlRequest.url else {
            throw TernError(.invalidURL, message: "the URLRequest has no URL: give it one")
        }
        var options = RequestOptions()
        let seconds = urlRequest.timeoutInterval
        // Beyond what a Duration is made for (a thousand years) it is no limit.
        options.idleTimeout = seconds > 0 && seconds < 3e10 ? .seconds(seconds) : nil
        self.init(HTTPMethod(rawValue: urlRequest.httpMethod ?? "GET"), url, options: options)
        // A dictionary has no order of its own, and what is sent should not change from run to run.
        for (name, value) in (urlRequest.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            headers.add(value, for: HTTPHeaders.Name(name))
        }
        if let data = urlRequest.httpBody {
            body = RequestBody(data)
        } else if urlRequest.httpBodyStream != nil {
            throw TernError(
                .unsupported, request: self,
                message: "the URLRequest's body is an InputStream: read it, or make a RequestBody(streaming:)")
        }
    }
}

extension URLRequest {
    /// Makes Foundation's request of Tern's. Its `timeoutInterval` is the shorter of `timeout` and the idle timeout; the
    /// other options have no place there. Fields of one name are joined.
    ///
    /// - Throws: `.unsupported` where the body is a stream; `.invalidRequest` or `.invalidURL` where the request can't be
    ///   sent at all.
    public init(_ request: Request) throws(TernError) {
        try request.check()
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        let limits = [request.timeout, request.options.idleTimeout].compactMap { $0 }
        timeoutInterval = limits.min().map { $0 / .seconds(1) } ?? .greatestFiniteMagnitude
        for field in request.headers where value(forHTTPHeaderField: field.name.rawName) == nil {
            // Cookie pairs are joined by a semicolon (RFC 6265 §5.4), everything else by a comma.
            let value = request.headers.values(for: field.name).joined(separator: field.name == .cookie ? "; " : ", ")
            setValue(value, forHTTPHeaderField: field.name.rawName)
        }
        guard request.body.isReplayable else {
            throw TernError(
                .unsupported, request: request,
                message: "the body is a stream, which a URLRequest can't carry: send the bytes, or the request by Tern")
        }
        httpBody = request.body.data
    }
}
