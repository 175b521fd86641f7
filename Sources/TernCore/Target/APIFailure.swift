/// An app's own error type, for `provider.failing(as:)`.
///
/// Many servers answer 200 and put their own code into the body. `Envelope` is the part of every answer that says so;
/// it is read from the same decoder as the value, in one pass and before it, so that a known code wins over a
/// payload that is missing. An answer that isn't an object has no envelope, and an answer that the target's validation
/// refuses is not searched for one: `init(_: TernError)` has it as `error.response`.
///
/// ```swift
/// enum StudioError: APIFailure {
///     case expired, common(TernError)
///     struct Envelope: Decodable { let _s: Int? }
///     init(_ error: TernError) { self = .common(error) }
///     init?(_ envelope: Envelope) {
///         guard envelope._s == -2 else { return nil }
///         self = .expired
///     }
/// }
/// ```
///
/// A server that sends its codes with statuses that the target refuses, such as a 409:
///
/// ```swift
/// init(_ error: TernError) {
///     let envelope = try? error.response?.decode(Envelope.self)
///     self = envelope.flatMap { Self($0) } ?? .common(error)
/// }
/// ```
public protocol APIFailure: Error {
    /// What every answer of the server carries besides its payload. Default: nothing.
    associatedtype Envelope: Decodable & SendableMetatype = NoContent

    /// The error for a call that failed on Tern's side: on the way, by its status, or in decoding.
    init(_ error: TernError)

    /// The error that the server's envelope tells of, or nil where it tells of none.
    init?(_ envelope: Envelope)
}

extension APIFailure where Envelope == NoContent {
    public init?(_ envelope: NoContent) { return nil }
}
