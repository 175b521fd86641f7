/// The version of the protocol: what an exchange used, or what a call prefers.
public struct HTTPVersion: Hashable, Sendable, CustomStringConvertible {
    /// The major number.
    public let major: Int
    /// The minor number.
    public let minor: Int

    /// Makes a version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    public var description: String { major >= 2 && minor == 0 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)" }

    /// HTTP/1.0
    public static let http1_0 = HTTPVersion(major: 1, minor: 0)
    /// HTTP/1.1
    public static let http1_1 = HTTPVersion(major: 1, minor: 1)
    /// HTTP/2. As a preference: over TLS by ALPN, with HTTP/1.1 where the server has no HTTP/2; without TLS, at once
    /// (prior knowledge).
    public static let http2 = HTTPVersion(major: 2, minor: 0)
}
