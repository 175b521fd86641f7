public import Foundation

extension Client {
    /// The request of a target, as it enters the interceptors: for tests, and for handing it to something else.
    ///
    /// - Throws: `.invalidURL` or `.encoding` where the target can't be made into a request.
    public func request<Target: TargetType>(for target: Target) throws(TernError) -> Request {
        try request(for: target, mapping: nil)
    }

    func request<Target: TargetType>(
        for target: Target, mapping: RequestMapping<Target>?
    ) throws(TernError) -> Request {
        let options = target.options
        let method = target.method
        let parameters = target.parameters
        let queryEncoding = options.queryEncoding ?? queryEncoding
        var url = try target.path.writer(below: target.baseURL)
        var request: Request
        do {
            try parameters.writeQuery(for: method, encoding: queryEncoding, to: &url)
            request = Request(method, try url.url(), headers: target.headers, timeout: target.timeout, options: options)
            if let content = try parameters.encodedBody(
                for: method, encoder: options.encoder ?? encoder, queryEncoding: queryEncoding)
            {
                request.body = content.body
                let isSaid =
                    request.headers.contains(.contentType) || content.isOfEncoder && headers.contains(.contentType)
                if !isSaid { request.headers[.contentType] = content.mediaType.rawValue }
            }
        } catch {
            // Which call it was can still be told, without its parameters.
            throw error.with(
                request: Request(method, try target.path.url(below: target.baseURL), headers: target.headers))
        }
        guard let mapping else { return request }
        do {
            return try mapping(request, target)
        } catch {
            throw TernError(error, request: request)
        }
    }

    /// Calls an endpoint or a resource and returns its answer's value.
    public func send<Call: Endpoint>(_ endpoint: Call) async throws(TernError) -> sending Call.Output {
        try await response(endpoint, as: Call.Output.self, at: nil, mapping: nil).value
    }

    /// Calls a target and returns the answer's value.
    ///
    /// - Parameters:
    ///   - type: what the answer is.
    ///   - keyPath: the place of the value in the body, keys joined by dots.
    public func request<T: Decodable & SendableMetatype>(
        _ target: some TargetType, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(TernError) -> sending T {
        try await response(target, as: type, at: keyPath, mapping: nil).value
    }

    /// Calls a target whose answer's body doesn't matter.
    public func request(_ target: some TargetType) async throws(TernError) {
        _ = try await request(target, as: NoContent.self)
    }

    /// Calls a target and returns the answer's value with its head and metrics.
    public func response<T: Decodable & SendableMetatype>(
        _ target: some TargetType, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(TernError) -> sending Response<T> {
        try await response(target, as: type, at: keyPath, mapping: nil)
    }

    /// Calls a target and returns when the head has come; the body follows chunk by chunk.
    public func stream(_ target: some TargetType) async throws(TernError) -> Response<ResponseBody> {
        try await stream(try request(for: target), validation: target.validation)
    }

    /// The bytes at a URL, by GET.
    public func data(from url: URL) async throws(TernError) -> Data {
        try await send(Request(.get, url)).value
    }

    /// This client with an app's own error type: everything that fails throws only that.
    public func failing<Failure: APIFailure>(as failure: Failure.Type) -> FailingClient<Failure> {
        FailingClient(client: self)
    }
}

/// A client whose calls throw an app's own error type.
public struct FailingClient<Failure: APIFailure>: Sendable {
    /// The client that makes the calls.
    public let client: Client

    /// Calls an endpoint or a resource and returns its answer's value.
    public func send<Call: Endpoint>(_ endpoint: Call) async throws(Failure) -> sending Call.Output {
        try await request(endpoint, as: Call.Output.self)
    }

    /// Calls a target and returns the answer's value.
    public func request<T: Decodable & SendableMetatype>(
        _ target: some TargetType, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(Failure) -> sending T {
        try await client.value(target, as: type, at: keyPath, failing: Failure.self, mapping: nil)
    }

    /// Calls a target whose answer's payload doesn't matter; its envelope still does.
    public func request(_ target: some TargetType) async throws(Failure) {
        _ = try await request(target, as: NoContent.self)
    }
}

extension Client {
    /// As `value(…)`, with every failure thrown as the app's own.
    func value<Target: TargetType, T: Decodable & SendableMetatype, Failure: APIFailure>(
        _ target: Target, as type: T.Type, at keyPath: String?, failing: Failure.Type, mapping: RequestMapping<Target>?
    ) async throws(Failure) -> sending T {
        let result: Result<T, Failure>
        do {
            result = try await value(target, as: type, at: keyPath, failing: failing, mapping: mapping)
        } catch {
            throw Failure(error)
        }
        return try result.get()
    }
}
