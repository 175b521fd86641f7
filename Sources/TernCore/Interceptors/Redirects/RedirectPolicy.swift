/// What to do when the server answers with a redirect (RFC 9110 §15.4).
///
/// ```swift
/// let client = Client(redirects: .none)
/// var options: RequestOptions { RequestOptions { $0.redirects = .follow(limit: 3) } }
/// ```
///
/// The rules are the same on every platform:
///
/// - 303 becomes a GET without a body (a HEAD stays a HEAD), and so does a POST after 301 or 302. Everything else
///   keeps its method and body. The headers that describe a body go with it.
/// - `Authorization`, `Cookie`, `Proxy-Authorization` and a hand-set `Host` are dropped when scheme, host or port
///   change, and stay dropped for the rest of the call; so does a user's name and password in the URL.
/// - A hop from https to http is an error, `.insecureRedirect`, under every policy.
/// - A redirect that can't be followed is an answer like any other: 300, 304, 305, one whose `Location` is missing or
///   isn't a URL of http or https, and one that needs a body again which can be read only once.
public struct RedirectPolicy: Sendable {
    /// Decides over one redirect.
    ///
    /// - Parameters:
    ///   - redirect: the server's answer.
    ///   - next: the request that the rules would send.
    /// - Returns: the request to send, as it is or changed, or nil to take the redirect itself as the answer.
    public typealias Decision =
        @Sendable (_ redirect: Response<ResponseBody>, _ next: Request) async throws -> Request?

    /// How many redirects are followed unless a policy says otherwise.
    public static let defaultLimit = 10

    let limit: Int
    private let decision: Decision

    private init(limit: Int, _ decision: @escaping Decision) {
        self.limit = limit
        self.decision = decision
    }

    /// Follow up to 10; one more is `.tooManyRedirects`. The default.
    public static let follow = follow(limit: defaultLimit)

    /// Follow up to `limit`; one more is `.tooManyRedirects`.
    public static func follow(limit: Int) -> RedirectPolicy { RedirectPolicy(limit: limit) { _, next in next } }

    /// Follow none: the redirect itself is the answer.
    public static let none = RedirectPolicy(limit: .max) { _, _ in nil }

    /// Ask for each redirect that can be followed.
    ///
    /// - Parameters:
    ///   - limit: the most redirects in one call; one more is `.tooManyRedirects`.
    ///   - decision: is asked. An error it throws ends the call.
    public static func custom(limit: Int = defaultLimit, _ decision: @escaping Decision) -> RedirectPolicy {
        RedirectPolicy(limit: limit, decision)
    }

    /// The request to send after a redirect, or nil where the redirect is the answer.
    func next(after redirect: Response<ResponseBody>, proposing proposal: Request) async throws -> Request? {
        guard var next = try await decision(redirect, proposal) else { return nil }
        // A request made anew in the closure is still part of this call.
        next.delivery = proposal.delivery
        return next
    }
}
