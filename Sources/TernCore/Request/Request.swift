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

    private struct Fields: Sendable {
        var method: HTTPMethod
        var url: URL
        var headers: HTTPHeaders
        var body: RequestBody
        var timeout: Duration?
        var delivery: Delivery
        var options: RequestOptions
        var attempt = 1
        var clock: CallClock?
    }

    // Boxed, since a request is passed on far more often than it is changed: through interceptors, answers, errors.
    private final class Storage: @unchecked Sendable {  // changed only by the one Request that holds it
        var fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    private var storage: Storage

    private var own: Fields {
        get { storage.fields }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
            yield &storage.fields
        }
    }

    /// The method.
    public var method: HTTPMethod {
        get { storage.fields.method }
        set { own.method = newValue }
    }
    /// Where to. What it says is sent as it is written, but for the fragment, which never is.
    public var url: URL {
        get { storage.fields.url }
        set { own.url = newValue }
    }
    /// The header fields. A name given here is never overridden by Tern.
    public var headers: HTTPHeaders {
        get { storage.fields.headers }
        _modify { yield &own.headers }
    }
    /// The body.
    public var body: RequestBody {
        get { storage.fields.body }
        set { own.body = newValue }
    }
    /// How long one attempt may take, until its body is whole (streamed: until the head). nil: no limit of its own.
    public var timeout: Duration? {
        get { storage.fields.timeout }
        set { own.timeout = newValue }
    }
    /// How the answer's body is handed over.
    public var delivery: Delivery {
        get { storage.fields.delivery }
        set { own.delivery = newValue }
    }
    /// What the call asks of the way it is sent.
    public var options: RequestOptions {
        get { storage.fields.options }
        _modify {
            let limit = storage.fields.options.responseLimit
            yield &own.options
            // A delivery that was made from the options follows them; one that was set by hand stays.
            if delivery == .collected(limit: limit), options.responseLimit != limit {
                delivery = .collected(limit: options.responseLimit)
            }
        }
    }
    /// Which attempt at its call this is, counted from 1: set where a ``RetryPolicy`` sends it again. The request of an
    /// answer or an error tells how many attempts there were.
    public var attempt: Int { storage.fields.attempt }

    /// The clock of this call's timers: the client's.
    package var time: TimeSource { storage.fields.clock?.time ?? .continuous }
    /// When the whole call must have ended, on that clock.
    package var deadline: Duration? { storage.fields.clock?.deadline }

    /// This request as part of a call: whatever an interceptor has made of it, it keeps the call's clock.
    func attempt(_ attempt: Int, on clock: CallClock) -> Request {
        guard storage.fields.clock !== clock || storage.fields.attempt != attempt else { return self }
        var request = self
        request.own.clock = clock
        request.own.attempt = attempt
        return request
    }

    /// Makes a request.
    public init(
        _ method: HTTPMethod = .get, _ url: URL, headers: HTTPHeaders = [:], body: RequestBody = .none,
        timeout: Duration? = nil, options: RequestOptions = RequestOptions()
    ) {
        storage = Storage(
            Fields(
                method: method, url: url, headers: headers, body: body, timeout: timeout,
                delivery: .collected(limit: options.responseLimit), options: options))
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
