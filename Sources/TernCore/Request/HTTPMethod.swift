/// The method of a request (RFC 9110 §9): an open set, compared by its exact spelling.
///
/// ```swift
/// extension HTTPMethod { static let purge: HTTPMethod = "PURGE" }
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method as it is written on the wire. Methods are case-sensitive.
    public let rawValue: String

    /// Makes a method of any spelling. One that isn't an RFC 9110 token is refused when a request is sent.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a method of any spelling.
    public init(stringLiteral value: String) { rawValue = value }

    /// The method as it is written on the wire.
    public var description: String { rawValue }

    /// Fetches a representation.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Fetches what GET would answer, without the body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Lets the resource process the body.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces the resource.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes part of the resource (RFC 5789).
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes the resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// Asks what the resource allows.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// Echoes the request.
    public static let trace = HTTPMethod(rawValue: "TRACE")

    /// Whether the method only reads (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }

    /// Whether sending twice means the same as sending once (RFC 9110 §9.2.2). Only such requests may be sent again.
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
