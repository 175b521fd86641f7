/// How far a transfer has come, in bytes of body.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes sent so far.
    public var bytesSent: Int64
    /// Bytes to send, if known.
    public var bytesToSend: Int64?
    /// Bytes received so far, after decompression.
    public var bytesReceived: Int64
    /// Bytes to receive, if known: never for a compressed answer.
    public var bytesToReceive: Int64?

    /// Makes a state of progress.
    public init(
        bytesSent: Int64 = 0, bytesToSend: Int64? = nil, bytesReceived: Int64 = 0, bytesToReceive: Int64? = nil
    ) {
        self.bytesSent = bytesSent
        self.bytesToSend = bytesToSend
        self.bytesReceived = bytesReceived
        self.bytesToReceive = bytesToReceive
    }

    /// The share of all bytes, both ways, that have moved: 0...1, or nil while a length isn't known.
    public var fraction: Double? {
        guard let bytesToSend, let bytesToReceive else { return nil }
        let all = bytesToSend + bytesToReceive
        return all == 0 ? 1 : Double(bytesSent + bytesReceived) / Double(all)
    }
}
