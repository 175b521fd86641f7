package import Foundation

/// Scheme, host and port: what two URLs share that may share credentials (RFC 6454 §4).
package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case, IDN as punycode, IPv6 in brackets.
    package let host: String
    /// The port, the scheme's own where the URL names none.
    package let port: Int

    /// The origin of a URL, or nil if it isn't one of http or https with a host.
    package init?(_ url: URL) {
        // Not url.host(): that is percent-encoded Unicode for one spelling of an IDN and punycode for another.
        let text = url.absoluteString.utf8
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = text[colon...].dropFirst()
        guard rest.starts(with: "//".utf8) else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        let hostEnd: Substring.UTF8View.Index
        if hostAndPort.first == UInt8(ascii: "[") {
            guard let bracket = hostAndPort.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = hostAndPort.index(after: bracket)
        } else {
            hostEnd = hostAndPort.firstIndex(of: UInt8(ascii: ":")) ?? hostAndPort.endIndex
        }
        scheme = Substring(text[..<colon]).lowercased()
        host = Substring(hostAndPort[..<hostEnd]).lowercased()
        let port = hostAndPort[hostEnd...].dropFirst()
        switch scheme {
        case "http": self.port = port.isEmpty ? 80 : Int(Substring(port)) ?? -1
        case "https": self.port = port.isEmpty ? 443 : Int(Substring(port)) ?? -1
        default: return nil
        }
        guard !host.isEmpty, self.port >= 0 else { return nil }
    }
}
