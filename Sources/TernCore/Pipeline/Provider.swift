public import Foundation

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
    /// Takes the place of the targets' own base: a staging host, a test's server. Default nil.
    public var baseURL: URL? {
        get { preparation.baseURL }
        set { preparation.baseURL = newValue }
    }
    /// Sees every request before it is sent, after the target was made into it. Default nil.
    public var mapRequest: RequestMapping<Target>? {
        get { preparation.mapRequest }
        set { preparation.mapRequest = newValue }
    }
    var preparation: Preparation<Target>
    /// Answers calls instead of the transport, where it answers.
    var stub: (@Sendable (Target) -> (any Transport)?)?

    /// Makes a provider. `import Tern` adds an initializer that picks the platform's transport.
    ///
    /// - Parameters:
    ///   - client: what makes the calls.
    ///   - baseURL: takes the place of the targets' own base.
    ///   - mapRequest: sees every request before it is sent.
    public init(client: Client, baseURL: URL? = nil, mapRequest: RequestMapping<Target>? = nil) {
        self.client = client
        preparation = Preparation(baseURL: baseURL, mapRequest: mapRequest)
    }

    /// The same provider with some options of its calls changed.
    ///
    /// ```swift
    /// let report = try await api.withOptions { $0.totalTimeout = .seconds(5) }.request(.report, as: Report.self)
    /// ```
    ///
    /// - Parameter change: is handed each target's own options, changed by those before.
    public func withOptions(_ change: @escaping @Sendable (inout RequestOptions) -> Void) -> Provider {
        var provider = self
        let earlier = preparation.changeOptions
        provider.preparation.changeOptions = { options in
            earlier?(&options)
            change(&options)
        }
        return provider
    }

    /// The same provider with one more interceptor, inside those it has.
    public func with(_ interceptor: any Interceptor) -> Provider {
        var provider = self
        provider.client = client.with(interceptor)
        return provider
    }

    /// The request of a target, as it enters the interceptors.
    public func request(for target: Target) throws(TernError) -> Request {
        try client.request(for: target, with: preparation)
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
        try await client(for: target).response(target, as: type, at: keyPath, with: preparation)
    }

    /// Calls a target and returns when the head has come; the body follows chunk by chunk.
    public func stream(_ target: Target) async throws(TernError) -> Response<ResponseBody> {
        try await client(for: target).open(try request(for: target), validation: target.validation)
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
