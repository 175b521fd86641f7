public import Foundation

/// A call and its answer as a plain value, for those who don't want a type for every call.
///
/// ```swift
/// let users = Resource<UserSearch>(base: "https://api.github.com", path: "search/users", params: ["q": "moon"])
/// let found = try await client.send(users)
/// ```
public struct Resource<Output: Decodable & SendableMetatype>: Endpoint {
    public var baseURL: URL
    public var path: URLPath
    public var method: HTTPMethod
    public var parameters: Parameters
    public var headers: HTTPHeaders
    public var timeout: Duration?
    public var validation: Validation
    public var options: RequestOptions

    /// Makes a resource below a base URL.
    public init(
        base: URL, path: URLPath = "", method: HTTPMethod = .get, params: Parameters = .none,
        headers: HTTPHeaders = [:],
        timeout: Duration? = nil, validation: Validation = .successCodes, options: RequestOptions = RequestOptions()
    ) {
        baseURL = base
        self.path = path
        self.method = method
        parameters = params
        self.headers = headers
        self.timeout = timeout
        self.validation = validation
        self.options = options
    }

    /// Makes a resource below a base URL in text. A text that isn't a URL fails with `.invalidURL` when it is sent.
    public init(
        base: String, path: URLPath = "", method: HTTPMethod = .get, params: Parameters = .none,
        headers: HTTPHeaders = [:], timeout: Duration? = nil, validation: Validation = .successCodes,
        options: RequestOptions = RequestOptions()
    ) {
        let url = URL(string: base)
        self.init(
            base: url ?? URL(fileURLWithPath: "/"),
            path: url == nil ? .invalid("the base \(base.debugDescription) is not a URL") : path,
            method: method, params: params, headers: headers, timeout: timeout, validation: validation, options: options
        )
    }
}
