/// A call that knows its answer, for `client.send(endpoint)`.
///
/// ```swift
/// struct User: Endpoint {
///     typealias Output = Profile
///     let name: String
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///     var path: URLPath { "/users/\(name)" }
/// }
/// let profile = try await client.send(User(name: "apple"))
/// ```
public protocol Endpoint: TargetType {
    /// What the answer's body decodes to.
    associatedtype Output: Decodable & SendableMetatype
}
