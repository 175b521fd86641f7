public import Foundation

/// Any target, so that one provider can carry calls of several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// let user: User = try await provider.request(MultiTarget(GitHub.user("apple")))
/// ```
public struct MultiTarget: TargetType {
    /// The target itself.
    public let target: any TargetType

    /// Wraps a target.
    public init(_ target: any TargetType) { self.target = target }

    public var baseURL: URL { target.baseURL }
    public var path: URLPath { target.path }
    public var method: HTTPMethod { target.method }
    public var parameters: Parameters { target.parameters }
    public var headers: HTTPHeaders { target.headers }
    public var timeout: Duration? { target.timeout }
    public var validation: Validation { target.validation }
    public var options: RequestOptions { target.options }
}
