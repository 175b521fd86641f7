/// The status of an answer (RFC 9110 §15): an open set of codes.
public struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible, Comparable {
    /// The three-digit code.
    public let code: Int

    /// Makes a status of a code.
    public init(_ code: Int) { self.code = code }

    /// Makes a status of a code.
    public init(integerLiteral value: Int) { code = value }

    /// Whether the left code is the smaller.
    public static func < (left: HTTPStatus, right: HTTPStatus) -> Bool { left.code < right.code }

    /// The code, with its phrase if it has one: `404 Not Found`.
    public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }

    /// Whether the code is 1xx: more is to come.
    public var isInformational: Bool { 100..<200 ~= code }
    /// Whether the code is 2xx.
    public var isSuccess: Bool { 200..<300 ~= code }
    /// Whether the code is 3xx.
    public var isRedirection: Bool { 300..<400 ~= code }
    /// Whether the code is 4xx.
    public var isClientError: Bool { 400..<500 ~= code }
    /// Whether the code is 5xx.
    public var isServerError: Bool { 500..<600 ~= code }

    /// The code's registered phrase, or an empty text.
    public var reasonPhrase: String { Self.phrases[code] ?? "" }

    /// 200
    public static let ok: HTTPStatus = 200
    /// 201
    public static let created: HTTPStatus = 201
    /// 202
    public static let accepted: HTTPStatus = 202
    /// 204
    public static let noContent: HTTPStatus = 204
    /// 205
    public static let resetContent: HTTPStatus = 205
    /// 206
    public static let partialContent: HTTPStatus = 206
    /// 301
    public static let movedPermanently: HTTPStatus = 301
    /// 302
    public static let found: HTTPStatus = 302
    /// 303
    public static let seeOther: HTTPStatus = 303
    /// 304
    public static let notModified: HTTPStatus = 304
    /// 307
    public static let temporaryRedirect: HTTPStatus = 307
    /// 308
    public static let permanentRedirect: HTTPStatus = 308
    /// 400
    public static let badRequest: HTTPStatus = 400
    /// 401
    public static let unauthorized: HTTPStatus = 401
    /// 403
    public static let forbidden: HTTPStatus = 403
    /// 404
    public static let notFound: HTTPStatus = 404
    /// 408
    public static let requestTimeout: HTTPStatus = 408
    /// 409
    public static let conflict: HTTPStatus = 409
    /// 422
    public static let unprocessableContent: HTTPStatus = 422
    /// 429
    public static let tooManyRequests: HTTPStatus = 429
    /// 500
    public static let internalServerError: HTTPStatus = 500
    /// 502
    public static let badGateway: HTTPStatus = 502
    /// 503
    public static let serviceUnavailable: HTTPStatus = 503
    /// 504
    public static let gatewayTimeout: HTTPStatus = 504

    // IANA's registry of status codes.
    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
    ]
}
