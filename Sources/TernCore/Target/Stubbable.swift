/// A target that knows an answer to each of its calls, for tests and previews.
///
/// ```swift
/// extension GitHub: Stubbable {
///     var sample: Sample {
///         switch self {
///         case .repositories: .json(#"[{"id": 1, "name": "tern"}]"#)
///         case .searchUsers: .status(.serviceUnavailable)
///         }
///     }
/// }
/// let github = Provider<GitHub>(client: client, stubbing: .immediate)
/// ```
public protocol Stubbable: TargetType {
    /// What a stub answers.
    var sample: Sample { get }
}

extension MultiTarget: Stubbable {
    /// The target's own sample; where it is not ``Stubbable``, the call fails with `.unsupported`.
    public var sample: Sample {
        if let target = target as? any Stubbable { return target.sample }
        return .failure(
            TernError(
                .unsupported,
                message: "\(type(of: target)) has no sample to answer with: make it Stubbable, or don't stub it"))
    }
}

/// When a stub answers.
public struct Stubbing: Hashable, Sendable {
    /// How long the answer takes, on the client's clock.
    public let delay: Duration

    private init(delay: Duration) { self.delay = delay }

    /// At once.
    public static let immediate = Stubbing(delay: .zero)

    /// After a while, on the client's clock. The call's timeouts hold meanwhile, and it can be cancelled.
    public static func after(_ delay: Duration) -> Stubbing { Stubbing(delay: delay) }
}
