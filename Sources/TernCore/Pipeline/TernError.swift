public import Foundation

/// The one error of Tern: what went wrong, in which call, and what to do about it.
///
///     before anything is sent   invalidURL · invalidRequest · encoding · unsupported · closed
///     on the way                queueTimeout · nameResolution · connection · connectTimeout · tls · certificate
///                               connectionLost · timeout · idleTimeout · totalTimeout · requestBodyFailed
///                               malformedResponse · headersTooLarge · responseTooLarge · decompression · truncatedBody
///     about the answer          statusCode · validation · tooManyRedirects · insecureRedirect · decoding · bodyAlreadyRead
///     at any time               cancelled · interceptor · transport
///
/// Codes may be added: end a `switch` over them with `default`.
public struct TernError: Error, Sendable {
    /// The kind of failure: an open set, to which interceptors and transports may add their own.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The code as text.
        public let rawValue: String

        /// Makes a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code.
        public init(stringLiteral value: String) { rawValue = value }

        public var description: String { rawValue }
    }

    // Boxed: an error is passed far more often than it is made.
    private final class Storage: Sendable {
        let code: Code
        let reason: String
        let request: Request?
        let response: Response<Data>?
        let underlying: (any Error)?

        init(code: Code, reason: String, request: Request?, response: Response<Data>?, underlying: (any Error)?) {
            self.code = code
            self.reason = reason
            self.request = request
            self.response = response
            self.underlying = underlying
        }
    }

    private let storage: Storage

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the kind of failure.
    ///   - request: the request as it was last sent.
    ///   - response: the answer with its body, if one came.
    ///   - underlying: the error that caused this one.
    ///   - message: what happened and what to do, without the request, which `message` adds.
    public init(
        _ code: Code, request: Request? = nil, response: Response<Data>? = nil, underlying: (any Error)? = nil,
        message: String
    ) {
        storage = Storage(code: code, reason: message, request: request, response: response, underlying: underlying)
    }

    /// Any error as Tern's, for where Swift has forgotten its type, as in a closure's `catch`: a TernError as it is,
    /// CancellationError as `.cancelled`, another as `.interceptor` with it as `underlying`.
    public init(_ error: any Error) { self.init(error, request: nil) }

    /// Any error as Tern's: a TernError as it is, but for a request it lacks; CancellationError as `.cancelled`; another
    /// with the code `foreign`, and with it as `underlying`.
    package init(_ error: any Error, request: Request?, foreign: Code = .interceptor) {
        if let error = error as? TernError {
            self = error.request == nil && request != nil ? error.with(request: request) : error
        } else if error is CancellationError {
            self.init(.cancelled, request: request, underlying: error, message: "the call was cancelled")
        } else {
            self.init(foreign, request: request, underlying: error, message: String(describing: error))
        }
    }

    /// The kind of failure.
    public var code: Code { storage.code }
    /// The request as it was last sent, if one had been made.
    public var request: Request? { storage.request }
    /// The answer with its body (up to 1 MiB of it), if one came.
    public var response: Response<Data>? { storage.response }
    /// The error that caused this one.
    public var underlying: (any Error)? { storage.underlying }
    /// What happened, to which request, and what to do.
    public var message: String {
        guard let request else { return reason }
        let attempts = request.attempt > 1 ? ", attempt \(request.attempt)" : ""
        return "\(request)\(attempts): \(reason)"
    }
    /// What happened and what to do, without the request.
    public var reason: String { storage.reason }
    /// The answer's status, if one came.
    public var status: HTTPStatus? { response?.status }
    /// The answer's status code, if one came.
    public var statusCode: Int? { response?.status.code }

    package func with(request: Request?) -> TernError {
        TernError(code, request: request, response: response, underlying: underlying, message: reason)
    }
}

extension TernError: CustomStringConvertible, LocalizedError {
    /// Which call failed, and why: `GET https://h/p: the server closed the connection before an answer came (connectionLost)`.
    public var description: String { "\(message) (\(code))" }

    public var errorDescription: String? { description }
}

extension TernError.Code {
    /// The URL can't be built or isn't one of HTTP.
    public static let invalidURL: Self = "invalidURL"
    /// The method or a header can't be put on the wire.
    public static let invalidRequest: Self = "invalidRequest"
    /// A parameter can't be encoded; `underlying` tells which.
    public static let encoding: Self = "encoding"
    /// The transport can't do what was asked.
    public static let unsupported: Self = "unsupported"
    /// The transport was closed before the call.
    public static let closed: Self = "closed"
    /// No connection became free within `queueTimeout`.
    public static let queueTimeout: Self = "queueTimeout"
    /// The host's name has no address.
    public static let nameResolution: Self = "nameResolution"
    /// The server refused the connection or can't be reached.
    public static let connection: Self = "connection"
    /// No connection stood within `connectTimeout`.
    public static let connectTimeout: Self = "connectTimeout"
    /// The TLS handshake failed.
    public static let tls: Self = "tls"
    /// The server's certificate isn't trusted, or isn't for this host.
    public static let certificate: Self = "certificate"
    /// The connection ended before the head of an answer came, or while the request was still being sent. Whether the
    /// server acted on the request is not known.
    public static let connectionLost: Self = "connectionLost"
    /// One attempt took longer than the target's `timeout`.
    public static let timeout: Self = "timeout"
    /// No byte moved for `idleTimeout`.
    public static let idleTimeout: Self = "idleTimeout"
    /// The whole call took longer than `totalTimeout`.
    public static let totalTimeout: Self = "totalTimeout"
    /// The stream that was to be sent failed, had another length than it said, or was read before.
    public static let requestBodyFailed: Self = "requestBodyFailed"
    /// The answer isn't HTTP.
    public static let malformedResponse: Self = "malformedResponse"
    /// The answer's head is larger than the transport allows.
    public static let headersTooLarge: Self = "headersTooLarge"
    /// The answer's body is larger than `responseLimit`.
    public static let responseTooLarge: Self = "responseTooLarge"
    /// The answer's Content-Encoding can't be undone.
    public static let decompression: Self = "decompression"
    /// The connection ended after the head, before the whole body had come.
    public static let truncatedBody: Self = "truncatedBody"
    /// The status isn't one that the target accepts.
    public static let statusCode: Self = "statusCode"
    /// A target's own validation refused the answer; `underlying` tells why.
    public static let validation: Self = "validation"
    /// More redirects than the policy follows.
    public static let tooManyRedirects: Self = "tooManyRedirects"
    /// A redirect from https to http, which is never followed.
    public static let insecureRedirect: Self = "insecureRedirect"
    /// The body isn't what the caller asked for; `underlying` is the decoder's error.
    public static let decoding: Self = "decoding"
    /// A streamed body was read a second time.
    public static let bodyAlreadyRead: Self = "bodyAlreadyRead"
    /// The task, the call or the subscription was cancelled.
    public static let cancelled: Self = "cancelled"
    /// An interceptor failed with an error of its own, which is `underlying`.
    public static let interceptor: Self = "interceptor"
    /// The transport failed in a way that has no code of its own.
    public static let transport: Self = "transport"
}
