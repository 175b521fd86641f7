public import Foundation

/// One HTTP request as a value: what the interceptors pass along and the transport sends.
public struct Request: Sendable {
    /// How the answer's body is handed over.
    public enum Delivery: Hashable, Sendable {
        /// Whole, up to a limit in bytes after decompression.
        case collected(limit: Int)
        /// Chunk by chunk, as it comes, held back while nobody reads.
        case streamed
    }

    /// The method.
    public var method: HTTPMethod
    /// Where to. What it says is sent as it is written, but for the fragment, which never is.
    public var url: URL
    /// The header fields. A name given here is never overridden by Tern.
    public var headers: HTTPHeaders
    /// The body.
    public var body: RequestBody
    /// How long one attempt may take, until its body is whole (streamed: until the head). nil: no limit of its own.
    public var timeout: Duration?
    /// How the answer's body is handed over.
    public var delivery: Delivery
    /// What the call asks of the way it is sent.
    public var options: RequestOptions

    /// Which attempt at its call this is, counted from 1: set where a ``RetryPolicy`` sends it again. The request of an
    /// answer or an error tells how many attempts there were.
    public internal(set) var attempt = 1

    /// The clock of this call's timers: the client's.
    package var time = TimeSource.continuous
    /// When the whole call must have ended, on that clock.
    package var deadline: Duration?

    /// Makes a request.
    public init(
        _ method: HTTPMethod = .get, _ url: URL, headers: HTTPHeaders = [:], body: RequestBody = .none,
        timeout: Duration? = nil, options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.options = options
        delivery = .collected(limit: options.responseLimit)
    }

    /// Whether this request may be sent a second time after a failure: its method means the same when repeated, and
    /// its body is still there.
    public var isRepeatable: Bool { method.isIdempotent && body.isReplayable }
}

extension Request: CustomStringConvertible {
    /// Method and URL, the user's name and password left out.
    public var description: String { "\(method) \(url.redacted)" }
}

extension URL {
    /// The URL as text without a user's name and password, for messages.
    package var redacted: String {
        let text = absoluteString
        guard user != nil || password != nil, let scheme = text.range(of: "://") else { return text }
        let authority = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return String(text[..<scheme.upperBound] + text[text.index(after: at)...])
    }
}
