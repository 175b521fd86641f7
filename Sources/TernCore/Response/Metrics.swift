/// What one attempt on the wire cost. Times count from the attempt's start in the transport; a stage that didn't
/// happen (a reused connection has no lookup) is zero.
public struct Metrics: Hashable, Sendable {
    /// Until the host's name was resolved.
    public var nameLookup: Duration = .zero
    /// Until the connection to the server (or proxy) stood.
    public var connect: Duration = .zero
    /// Until the TLS handshake was done.
    public var secureConnect: Duration = .zero
    /// Until the first byte of the answer came.
    public var firstByte: Duration = .zero
    /// Until the last byte of the answer came; of a streamed answer, until its head.
    public var total: Duration = .zero
    /// How long the call waited in Tern's queue for a free connection, before all of these.
    public var queued: Duration = .zero
    /// Bytes of body sent.
    public var bytesSent: Int64 = 0
    /// Bytes of body received on the wire, before decompression.
    public var bytesReceived: Int64 = 0
    /// The protocol's version, if the transport tells.
    public var version: HTTPVersion?
    /// Whether the connection had carried an earlier request.
    public var isReused = false
    /// The peer's address and port, `127.0.0.1:443` or `[::1]:443`.
    public var peer: String?

    /// Makes metrics of nothing.
    public init() {}
}
