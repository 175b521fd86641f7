public import Foundation

/// One API call as data: usually an enum with a case for each call.
///
/// ```swift
/// enum GitHub: TargetType {
///     case repositories(user: String)
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///     var path: URLPath {
///         switch self {
///         case .repositories(let user): "/users/\(user)/repos"
///         }
///     }
/// }
/// let github = Provider<GitHub>()
/// let repositories: [Repository] = try await github.request(.repositories(user: "apple"))
/// ```
///
/// All but `baseURL` and `path` have defaults. An ``Endpoint`` also says what it answers; a ``Resource`` is one call as
/// a plain value.
public protocol TargetType: Sendable {
    /// Where the API lives: scheme, host, and a path or query that every call shares.
    var baseURL: URL { get }
    /// The call's path below the base; exactly one `/` goes between them. Empty leaves the base as it is.
    var path: URLPath { get }
    /// The method. Default GET.
    var method: HTTPMethod { get }
    /// What is sent, and where: query, body or both. Default none.
    var parameters: Parameters { get }
    /// The call's own headers. One replaces the client's default of that name; an empty value removes it. Default none.
    var headers: HTTPHeaders { get }
    /// How long one attempt may take, until the body is whole. Default nil: only the timeouts of `options` hold.
    var timeout: Duration? { get }
    /// Which answers are right. Default `.successCodes`, 200..<300; others are errors with the answer attached.
    var validation: Validation { get }
    /// What the call asks of the way it is sent. Default: all defaults.
    var options: RequestOptions { get }
}

extension TargetType {
    public var method: HTTPMethod { .get }
    public var parameters: Parameters { .none }
    public var headers: HTTPHeaders { [:] }
    public var timeout: Duration? { nil }
    public var validation: Validation { .successCodes }
    public var options: RequestOptions { RequestOptions() }
}
