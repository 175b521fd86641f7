/// A connection as the server saw it.
public struct ReceivedConnection: Sendable {
    /// How a connection came to its end.
    public enum Ending: Sendable, Hashable {
        /// The client sent FIN.
        case closedByClient
        /// The client sent RST, or closed with bytes unread.
        case brokenByClient
        /// The server closed it, by a fault, by `Connection: close` or because of a malformed request.
        case closedByServer
        /// The server sent RST, by a fault.
        case resetByServer
        /// `stop()` closed it.
        case serverStopped
    }

    /// Its number, counted from 0 in the order of acceptance.
    public let index: Int
    /// How many bytes arrived on it.
    public internal(set) var bytesReceived = 0
    /// How many bytes the server could hand to the system. What lies in the two systems' buffers is included.
    public internal(set) var bytesSent = 0
    /// How many requests began on it.
    public internal(set) var requestCount = 0
    /// Whether the server has more to send but for a fifth of a second the client has taken nothing.
    public internal(set) var isBlocked = false
    /// How it ended; nil while it is open. Which side was first is what counts.
    public internal(set) var ending: Ending?
    /// Whether the server has let go of it, too.
    var isReleased = false

    /// Whether neither side has ended it.
    public var isOpen: Bool { ending == nil }
}
