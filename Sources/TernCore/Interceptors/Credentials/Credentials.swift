import Foundation

/// Who the client says it is: what goes into `Authorization` (RFC 9110 §11.6.2).
///
/// ```swift
/// let client = Client(credentials: .bearer { try await session.token() })
/// ```
///
/// A call that has an `Authorization` of its own keeps it. One whose `options.usesCredentials` is false, or whose own
/// `Authorization` is empty, goes without. A redirect to another origin drops them.
public struct Credentials: Interceptor {
    private let authorization: @Sendable (Request) async throws -> String

    private init(_ authorization: @escaping @Sendable (Request) async throws -> String) {
        self.authorization = authorization
    }

    /// A user's name and password in UTF-8 (RFC 7617). A name with a colon in it can't be sent: such a call fails with
    /// `.invalidRequest`.
    public static func basic(user: String, password: String) -> Credentials {
        let value = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        let isValid = !user.utf8.contains(UInt8(ascii: ":"))
        return Credentials { request in
            guard isValid else {
                throw TernError(
                    .invalidRequest, request: request,
                    message: "the user's name has a colon in it, which Basic credentials can't carry (RFC 7617 §2)")
            }
            return value
        }
    }

    /// A token (RFC 6750).
    public static func bearer(_ token: String) -> Credentials { Credentials { _ in "Bearer \(token)" } }

    /// A token that is asked for before each call (RFC 6750).
    ///
    /// - Parameter token: returns the token. An error it throws ends the call, unsent: a ``TernError`` as it is, another
    ///   as `.interceptor` with it as `underlying`.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> Credentials {
        Credentials { _ in "Bearer \(try await token())" }
    }

    /// Sets `Authorization` where the call wants it and has none.
    public func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        guard request.options.usesCredentials, !request.headers.contains(.authorization) else {
            return try await next(request)
        }
        var request = request
        request.headers[.authorization] = try await authorization(request)
        return try await next(request)
    }
}
