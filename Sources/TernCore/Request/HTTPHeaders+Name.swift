extension HTTPHeaders {
    /// The name of a field: an open set, compared without case (RFC 9110 §5.1), sent as it was written.
    ///
    /// ```swift
    /// extension HTTPHeaders.Name { static let requestID: HTTPHeaders.Name = "X-Request-ID" }
    /// ```
    public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as it was written.
        public let rawName: String

        /// Makes a name of any spelling. One that isn't an RFC 9110 token is refused when a request is sent.
        public init(_ rawName: String) { self.rawName = rawName }

        /// Makes a name of any spelling.
        public init(stringLiteral value: String) { rawName = value }

        /// The name as it was written.
        public var description: String { rawName }

        /// Whether both are one name, in whatever case.
        public static func == (left: Name, right: Name) -> Bool {
            let left = left.rawName.utf8
            let right = right.rawName.utf8
            return left.count == right.count
                && left.elementsEqual(right) { $0 == $1 || lowercased($0) == lowercased($1) }
        }

        /// Hashes the name without its case.
        public func hash(into hasher: inout Hasher) {
            for byte in rawName.utf8 { hasher.combine(Self.lowercased(byte)) }
        }

        private static func lowercased(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
    }
}

extension HTTPHeaders.Name {
    /// `Accept`
    public static let accept: Self = "Accept"
    /// `Accept-Encoding`: a request that sets it gets the raw bytes; otherwise the transport does.
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Language`
    public static let acceptLanguage: Self = "Accept-Language"
    /// `Authorization`
    public static let authorization: Self = "Authorization"
    /// `Cache-Control`
    public static let cacheControl: Self = "Cache-Control"
    /// `Connection`
    public static let connection: Self = "Connection"
    /// `Content-Disposition`
    public static let contentDisposition: Self = "Content-Disposition"
    /// `Content-Encoding`
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Length`
    public static let contentLength: Self = "Content-Length"
    /// `Content-Type`
    public static let contentType: Self = "Content-Type"
    /// `Cookie`
    public static let cookie: Self = "Cookie"
    /// `Date`
    public static let date: Self = "Date"
    /// `ETag`
    public static let eTag: Self = "ETag"
    /// `Host`
    public static let host: Self = "Host"
    /// `Idempotency-Key`: with it, the server does once what arrives twice.
    public static let idempotencyKey: Self = "Idempotency-Key"
    /// `Link` (RFC 8288)
    public static let link: Self = "Link"
    /// `Location`
    public static let location: Self = "Location"
    /// `Proxy-Authorization`
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    /// `Retry-After`
    public static let retryAfter: Self = "Retry-After"
    /// `Set-Cookie`
    public static let setCookie: Self = "Set-Cookie"
    /// `Transfer-Encoding`
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `User-Agent`
    public static let userAgent: Self = "User-Agent"
    /// `WWW-Authenticate`
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
