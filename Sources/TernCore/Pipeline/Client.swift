public import Foundation

/// Sends calls of any API: a transport, the policies around it, and the defaults of every call. A value: copy it,
/// change the copy, share it between tasks.
///
/// ```swift
/// let client = Client(headers: ["X-App": "Coins"], credentials: .bearer(token))
/// let found = try await client.send(Resource<Found>(base: "https://api.example.com", path: "search"))
/// ```
///
/// A ``Provider`` is a client for one ``TargetType``.
public struct Client: Sendable {
    /// What moves the bytes.
    public var transport: any Transport { didSet { link() } }
    /// Your own interceptors, outermost first. They run inside the credentials and outside the retries and redirects:
    /// each sees a call once, with its headers set.
    public var interceptors: [any Interceptor] = [] { didSet { link() } }
    /// Headers of every call, under its own. A call's header replaces one; an empty value removes it.
    public var headers: HTTPHeaders { didSet { link() } }
    /// What goes into `Authorization`. Default nil: nothing.
    public var credentials: Credentials? { didSet { link() } }
    /// When a call is made again after a failure, unless a call says otherwise. Default: never, so that each call is one
    /// attempt until you decide what it may cost; `.standard` is what most want.
    public var retry: RetryPolicy { didSet { link() } }
    /// How much of this client's traffic may be such further attempts. Its copies share it. nil: as much as the policy
    /// wants.
    public var retryBudget: RetryBudget? { didSet { link() } }
    /// What to do with redirects, unless a call says otherwise. Default: follow up to 10.
    public var redirects: RedirectPolicy { didSet { link() } }
    /// Writes down what is sent and what comes. Default nil: nothing.
    public var logging: Logging? { didSet { link() } }
    /// Counts the calls that run. Default nil: nobody counts.
    public var activity: Activity? { didSet { link() } }
    /// Writes `.body(value)`. Default JSON with sorted keys.
    public var encoder: any ContentEncoder
    /// Reads answers. Default JSON; dates as ISO 8601, with or without fractions of a second.
    public var decoder: any ContentDecoder
    /// How values are written into queries and forms.
    public var queryEncoding: QueryEncoding
    /// Changes the options of every call.
    private(set) var changeOptions: (@Sendable (inout RequestOptions) -> Void)?
    private let time: TimeSource

    private var defaults: DefaultHeaders
    /// The way of a call that is made once, and of one that may be made again.
    private var once, repeated: CallContext

    /// Makes a client; the parameters are its properties. `import Tern` adds an initializer that picks the platform's
    /// transport. `clock` is what the timers of calls run on: a virtual one makes them testable.
    public init(
        transport: any Transport, headers: HTTPHeaders = [:], credentials: Credentials? = nil,
        retry: RetryPolicy = .none, retryBudget: RetryBudget? = RetryBudget(), redirects: RedirectPolicy = .follow,
        logging: Logging? = nil, activity: Activity? = nil, encoder: any ContentEncoder = .json,
        decoder: any ContentDecoder = .json, queryEncoding: QueryEncoding = QueryEncoding(),
        interceptors: [any Interceptor] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.transport = transport
        self.headers = headers
        self.credentials = credentials
        self.retry = retry
        self.retryBudget = retryBudget
        self.redirects = redirects
        self.logging = logging
        self.activity = activity
        self.encoder = encoder
        self.decoder = decoder
        self.queryEncoding = queryEncoding
        self.interceptors = interceptors
        time = TimeSource(clock)
        defaults = DefaultHeaders(headers)
        once = CallContext([], transport: transport, clock: CallClock(time: time))
        repeated = once
        link()
    }

    /// The same client with one more interceptor of your own, inside those it has.
    public func with(_ interceptor: any Interceptor) -> Client {
        var client = self
        client.interceptors.append(interceptor)
        return client
    }

    /// The same client with some options of its calls changed.
    ///
    /// - Parameter change: is handed each call's own options, changed by those before.
    public func withOptions(_ change: @escaping @Sendable (inout RequestOptions) -> Void) -> Client {
        var client = self
        let earlier = changeOptions
        client.changeOptions = { options in
            earlier?(&options)
            change(&options)
        }
        return client
    }

    // MARK: Every stage of a call, in order

    /// A target's call: request → interceptors → transport → collect → validate → decode.
    func response<Target: TargetType, T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type, at keyPath: String?, with preparation: Preparation<Target>
    ) async throws(TernError) -> sending Response<T> {
        let request = try request(for: target, with: preparation)
        let answer = try await collect(request, validation: target.validation)
        return answer.replacing(with: try answer.decode(type, at: keyPath, using: request.options.decoder ?? decoder))
    }

    /// A target's call with an app's own error type: as above, the server's envelope read along with the value.
    func response<Target: TargetType, T: Decodable & SendableMetatype, Failure: APIFailure>(
        _ target: Target, as type: T.Type, at keyPath: String?, failing: Failure.Type,
        with preparation: Preparation<Target>
    ) async throws(TernError) -> sending Result<Response<T>, Failure> {
        let request = try request(for: target, with: preparation)
        let answer = try await collect(request, validation: target.validation)
        let decoder = request.options.decoder ?? decoder
        switch try answer.decode(type, failing: failing, at: keyPath, using: decoder) {
        case .success(let value): return .success(answer.replacing(with: value))
        case .failure(let failure): return .failure(failure)
        }
    }

    /// Sends a request as it is, with this client's policies, and collects the answer.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - validation: which answers are right; `.none` takes all.
    /// - Throws: why there is no right answer; `.cancelled` when the task is cancelled, before or during the call.
    public func send(
        _ request: Request, validation: Validation = .successCodes
    ) async throws(TernError) -> Response<Data> {
        try await collect(changed(request), validation: validation)
    }

    private nonisolated(nonsending) func collect(
        _ request: Request, validation: Validation
    ) async throws(TernError) -> Response<Data> {
        let open = try await exchange(request)
        let answer = if let whole = open.collectedAlready { whole } else { try await open.collected() }
        try validation.check(answer)
        return answer
    }

    /// Sends a request as it is and returns when the head has come; the body follows chunk by chunk.
    ///
    /// - Throws: as `send`; an answer that isn't right is collected, up to 1 MiB, into the error.
    public func stream(
        _ request: Request, validation: Validation = .successCodes
    ) async throws(TernError) -> Response<ResponseBody> {
        try await open(changed(request), validation: validation)
    }

    /// A call whose body is handed over as it comes.
    func open(_ request: Request, validation: Validation) async throws(TernError) -> Response<ResponseBody> {
        var request = request
        request.delivery = .streamed
        let answer = try await exchange(request)
        if validation.accepts(answer.status) {
            try validation.check(answer.replacing(with: Data()))
        } else {
            try validation.check(answer.replacing(with: await answer.body.prefix(upTo: Response<Data>.keptInErrors)))
        }
        return answer
    }

    private func changed(_ request: Request) -> Request {
        guard let changeOptions else { return request }
        var request = request
        changeOptions(&request.options)
        return request
    }

    /// Through the interceptors, outermost first, and over the wire.
    private nonisolated(nonsending) func exchange(_ request: Request) async throws(TernError) -> Response<ResponseBody>
    {
        guard !Task.isCancelled else {
            throw TernError(.cancelled, request: request, message: "the call was cancelled before it was sent")
        }
        var call = request.options.retry == nil && retry.attempts <= 1 ? once : repeated
        if let total = request.options.totalTimeout { call = call.with(deadline: time.now() + total) }
        return try await Next(call)(defaults.applied(to: request))
    }

    /// The order of the interceptors, after the default headers. Credentials are set outside the redirects, so that a hop
    /// to another origin can't get them back; each attempt follows redirects anew; the log is innermost, so that it shows
    /// what goes out.
    private mutating func link() {
        defaults = DefaultHeaders(headers)
        var outside: [any Interceptor] = []
        if let activity { outside.append(activity) }
        if let credentials { outside.append(credentials) }
        outside += interceptors
        var inside: [any Interceptor] = [RedirectInterceptor(redirects)]
        if let logging { inside.append(logging) }
        let clock = CallClock(time: time)
        once = CallContext(outside + inside, transport: transport, clock: clock)
        repeated = CallContext(
            outside + [RetryInterceptor(retry, budget: retryBudget)] + inside, transport: transport, clock: clock)
    }
}
