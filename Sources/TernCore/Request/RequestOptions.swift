/// What a call asks of the way it is sent. Everything has a default; a value without changes costs nothing.
public struct RequestOptions: Sendable {
    private struct Values: Sendable {
        var connectTimeout = Duration.seconds(10)
        var idleTimeout: Duration? = .seconds(60)
        var totalTimeout: Duration?
        var queueTimeout: Duration?
        var responseLimit = RequestOptions.defaultResponseLimit
        var httpVersion: HTTPVersion?
        var usesCredentials = true
        var retry: RetryPolicy?
        var redirects: RedirectPolicy?
        var queryEncoding: QueryEncoding?
        var encoder: (any ContentEncoder)?
        var decoder: (any ContentDecoder)?
        var onProgress: (@Sendable (TransferProgress) -> Void)?
    }

    // Boxed, so that a Request stays small while it passes from interceptor to interceptor.
    private final class Storage: Sendable {
        let values: Values
        init(_ values: Values) { self.values = values }
    }

    private static let defaults = Storage(Values())

    private var storage = defaults

    /// The largest collected body unless a call says otherwise: 64 MiB.
    public static let defaultResponseLimit = 64 << 20

    /// Makes options that are all at their defaults.
    public init() {}

    /// Makes options of the defaults and some changes.
    ///
    /// ```swift
    /// var options: RequestOptions { RequestOptions { $0.idleTimeout = .seconds(5) } }
    /// ```
    public init(_ change: (inout RequestOptions) -> Void) {
        self.init()
        change(&self)
    }

    private subscript<Value>(_ path: WritableKeyPath<Values, Value>) -> Value {
        get { storage.values[keyPath: path] }
        set {
            var values = storage.values
            values[keyPath: path] = newValue
            storage = Storage(values)
        }
    }

    /// How long resolving, connecting and the TLS handshake may take together. Default 10 s; exceeded: `.connectTimeout`.
    public var connectTimeout: Duration {
        get { storage.values.connectTimeout }
        set { self[\.connectTimeout] = newValue }
    }

    /// How long no byte may move, in either direction. Default 60 s, nil: for ever; exceeded: `.idleTimeout`.
    public var idleTimeout: Duration? {
        get { storage.values.idleTimeout }
        set { self[\.idleTimeout] = newValue }
    }

    /// How long the whole call may take, over all redirects and attempts, until the body has ended. Default nil: no
    /// limit; exceeded: `.totalTimeout`.
    public var totalTimeout: Duration? {
        get { storage.values.totalTimeout }
        set { self[\.totalTimeout] = newValue }
    }

    /// How long the call may wait for a free connection before it is sent. Default nil: no limit; exceeded: `.queueTimeout`.
    public var queueTimeout: Duration? {
        get { storage.values.queueTimeout }
        set { self[\.queueTimeout] = newValue }
    }

    /// The largest body in bytes, counted after decompression, that a collected answer may have. Default 64 MiB;
    /// exceeded: `.responseTooLarge`.
    public var responseLimit: Int {
        get { storage.values.responseLimit }
        set { self[\.responseLimit] = newValue }
    }

    /// The version to speak. Default nil: HTTP/2 over TLS where the server has it, HTTP/1.1 otherwise.
    public var httpVersion: HTTPVersion? {
        get { storage.values.httpVersion }
        set { self[\.httpVersion] = newValue }
    }

    /// Whether the client's credentials go with this call. Default true; false is for a login, or for a public resource.
    public var usesCredentials: Bool {
        get { storage.values.usesCredentials }
        set { self[\.usesCredentials] = newValue }
    }

    /// When the call is made again after a failure. Default nil: what the client says; for never write
    /// `RetryPolicy.none`.
    public var retry: RetryPolicy? {
        get { storage.values.retry }
        set { self[\.retry] = newValue }
    }

    /// What to do with redirects. Default nil: what the client says.
    public var redirects: RedirectPolicy? {
        get { storage.values.redirects }
        set { self[\.redirects] = newValue }
    }

    /// How values are written into the query and into a form. Default nil: what the client says.
    public var queryEncoding: QueryEncoding? {
        get { storage.values.queryEncoding }
        set { self[\.queryEncoding] = newValue }
    }

    /// What writes a body. Default nil: what the client says.
    public var encoder: (any ContentEncoder)? {
        get { storage.values.encoder }
        set { self[\.encoder] = newValue }
    }

    /// What reads an answer. Default nil: what the client says.
    public var decoder: (any ContentDecoder)? {
        get { storage.values.decoder }
        set { self[\.decoder] = newValue }
    }

    /// Is told as bytes move in either direction, on the transport's thread: be quick, and don't block.
    public var onProgress: (@Sendable (TransferProgress) -> Void)? {
        get { storage.values.onProgress }
        set { self[\.onProgress] = newValue }
    }
}
