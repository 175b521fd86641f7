/// A client for the calls of one API.
///
/// ```swift
/// let github = Provider<GitHub>()
/// let found = try await github.request(.searchUsers("moon", page: nil), as: UserSearch.self)
/// ```
///
/// A value: copy it, share it between tasks, let go of it while its calls run.
public struct Provider<Target: TargetType>: Sendable {
    /// What makes the calls.
    public var client: Client
    /// Sees every request before it is sent, after the target was made into it.
    public var mapRequest: RequestMapping<Target>?
    /// Answers calls instead of the transport, where it answers.
    package var stub: (@Sendable (Target) -> (any Transport)?)?

    /// Makes a provider. `import Tern` adds an initializer that picks the platform's transport.
    ///
    /// - Parameters:
    ///   - client: what makes the calls.
    ///   - mapRequest: sees every request before it is sent.
    public init(client: Client, mapRequest: RequestMapping<Target>? = nil) {
        self.client = client
        self.mapRequest = mapRequest
    }

    /// The same provider with one more interceptor, inside those it has.
    public func with(_ interceptor: any Interceptor) -> Provider {
        var provider = self
        provider.client = client.with(interceptor)
        return provider
    }

    /// The request of a target, as it enters the interceptors.
    public func request(for target: Target) throws(TernError) -> Request {
        try client.request(for: target, mapping: mapRequest)
    }

    /// Calls a target and returns the answer's value.
    ///
    /// - Parameters:
    ///   - target: the call.
    ///   - type: what the answer is: a Decodable, `Data`, `String`, `NoContent`, or an Optional of these.
    ///   - keyPath: the place of the value in the body, keys joined by dots: `data.items`.
    /// - Throws: why there is no value; `.cancelled` when the task is cancelled, before or during the call.
    public func request<T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(TernError) -> sending T {
        try await response(target, as: type, at: keyPath).value
    }

    /// Calls a target whose answer's body doesn't matter.
    public func request(_ target: Target) async throws(TernError) {
        _ = try await request(target, as: NoContent.self)
    }

    /// Calls a target and returns the answer's value with its head and metrics.
    public func response<T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type = T.self, at keyPath: String? = nil
    ) async throws(TernError) -> sending Response<T> {
        try await client(for: target).response(target, as: type, at: keyPath, mapping: mapRequest)
    }

    /// Calls a target and returns when the head has come; the body follows chunk by chunk.
    public func stream(_ target: Target) async throws(TernError) -> Response<ResponseBody> {
        try await client(for: target).stream(try request(for: target), validation: target.validation)
    }

    /// This provider with an app's own error type: everything that fails throws only that.
    public func failing<Failure: APIFailure>(as failure: Failure.Type) -> FailingProvider<Target, Failure> {
        FailingProvider(provider: self)
    }

    func client(for target: Target) -> Client {
        guard let transport = stub?(target) else { return client }
        var client = client
        client.transport = transport
        return client
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
        try await provider.client(for: target).value(
            target, as: type, at: keyPath, failing: Failure.self, mapping: provider.mapRequest)
    }

    /// Calls a target whose answer's payload doesn't matter; its envelope still does.
    public func request(_ target: Target) async throws(Failure) {
        _ = try await request(target, as: NoContent.self)
    }
}
