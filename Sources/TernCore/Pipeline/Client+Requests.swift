public import Foundation

extension Client {
    /// The request of a target, as it enters the interceptors: for tests, and for handing it to something else.
    ///
    /// - Throws: `.invalidURL` or `.encoding` where the target can't be made into a request.
    public func request<Target: TargetType>(for target: Target) throws(TernError) -> Request {
        try request(for: target, with: Preparation())
    }

    /// Calls an endpoint or a resource and returns its answer's value.
    public func send<Call: Endpoint>(_ endpoint: Call) async throws(TernError) -> sending Call.Output {
        try await response(endpoint, as: Call.Output.self, at: nil, with: Preparation()).value
    }

    /// Calls a target and returns the answer's value.
    ///
    /// - Parameters:
    ///   - target: the call.
    ///   - type: what the answer is.
    ///   - keyPath: the place of the value in the body, keys joined by dots.
    public func request<T: Decodable & SendableMetatype>(
        _ target: some TargetType, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(TernError) -> sending T {
        try await response(target, as: type, at: keyPath, with: Preparation()).value
    }

    /// Calls a target whose answer's body doesn't matter.
    public func request(_ target: some TargetType) async throws(TernError) {
        _ = try await request(target, as: NoContent.self)
    }

    /// Calls a target and returns the answer's value with its head and metrics.
    public func response<T: Decodable & SendableMetatype>(
        _ target: some TargetType, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(TernError) -> sending Response<T> {
        try await response(target, as: type, at: keyPath, with: Preparation())
    }

    /// Calls a target and returns when the head has come; the body follows chunk by chunk.
    public func stream(_ target: some TargetType) async throws(TernError) -> Response<ResponseBody> {
        try await open(try request(for: target), validation: target.validation)
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
