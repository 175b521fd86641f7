public import Foundation

/// What can go wrong with the server itself; what clients send is recorded, never thrown.
public struct WireServerError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// The kinds of failure.
    public enum Kind: Sendable, Hashable {
        /// The address could not be bound, or the system had no socket or thread left.
        case cannotListen
        /// What was waited for did not happen in time.
        case timedOut
        /// The server was stopped before what was waited for happened.
        case stopped
        /// The task that waited was cancelled.
        case cancelled
    }

    /// Which kind of failure this is.
    public let kind: Kind
    /// What happened, and what to do about it.
    public let description: String

    /// The same as `description`, for code that asks any error.
    public var errorDescription: String? { description }

    static func cannotListen(_ address: String, reason: String, advice: String?) -> WireServerError {
        let advice = advice.map { " " + $0 } ?? ""
        return WireServerError(
            kind: .cannotListen, description: "WireServer can't listen on \(address): \(reason).\(advice)")
    }
}
