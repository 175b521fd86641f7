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
        try await response(target, as: type, at: keyPath).value
    }

    /// Calls a target whose answer's payload doesn't matter; its envelope still does.
    public func request(_ target: some TargetType) async throws(Failure) {
        _ = try await request(target, as: NoContent.self)
    }

    /// Calls a target and returns the answer's value with its head and metrics.
    public func response<T: Decodable & SendableMetatype>(
        _ target: some TargetType, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(Failure) -> sending Response<T> {
        try await client.response(target, as: type, at: keyPath, failing: Failure.self, preparing: Preparation())
    }
}

/// A provider whose calls throw an app's own error type.
public struct FailingProvider<Target: TargetType, Failure: APIFailure>: Sendable {
    /// The provider that makes the calls.
    public let provider: Provider<Target>

    /// Calls a target and returns the answer's value.
    ///
    /// - Throws: the server's own error where its envelope tells of one, else what `Failure` makes of the ``TernError``.
    public func request<T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(Failure) -> sending T {
        try await response(target, as: type, at: keyPath).value
    }

    /// Calls a target whose answer's payload doesn't matter; its envelope still does.
    public func request(_ target: Target) async throws(Failure) {
        _ = try await request(target, as: NoContent.self)
    }

    /// Calls a target and returns the answer's value with its head and metrics.
    public func response<T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(Failure) -> sending Response<T> {
        try await provider.client(for: target).response(
            target, as: type, at: keyPath, failing: Failure.self, preparing: provider.preparation)
    }

    /// Calls a target and returns when the head has come; the body follows chunk by chunk, its envelope unread.
    public func stream(_ target: Target) async throws(Failure) -> Response<ResponseBody> {
        do {
            return try await provider.stream(target)
        } catch {
            throw Failure(error)
        }
    }
}

extension Client {
    /// As `response(…failing:with:)`, with every failure thrown as the app's own.
    fileprivate func response<Target: TargetType, T: Decodable & SendableMetatype, Failure: APIFailure>(
        _ target: Target, as type: T.Type, at keyPath: String?, failing: Failure.Type,
        preparing preparation: Preparation<Target>
    ) async throws(Failure) -> sending Response<T> {
        let result: Result<Response<T>, Failure>
        do {
            result = try await response(target, as: type, at: keyPath, failing: failing, with: preparation)
        } catch {
            throw Failure(error)
        }
        return try result.get()
    }
}
