#if Curl && os(Linux)
    import Foundation

    /// Scheme, host and port of a URL: what connections belong to.
    struct Origin: Hashable, Sendable {
        let isSecure: Bool
        /// Host and port as the URL has them, in lower case, without a user's name.
        let authority: String
        let host: String
        let port: Int

        init(_ url: URL) {
            let text = url.absoluteString
            isSecure = text.utf8.first.map { $0 | 0x20 } == UInt8(ascii: "h") && text.utf8.dropFirst(4).first.map { $0 | 0x20 } == UInt8(ascii: "s")
            let start = text.utf8.index(text.startIndex, offsetBy: isSecure ? 8 : 7, limitedBy: text.endIndex) ?? text.endIndex
            var authority = text.utf8[start...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                authority = authority[authority.index(after: at)...]
            }
            self.authority = String(Substring(authority)).lowercased()
            var host = Substring(self.authority)
            var port = isSecure ? 443 : 80
            if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
                port = Int(host[host.index(after: colon)...]) ?? port
                host = host[..<colon]
            }
            self.host = String(host)
            self.port = port
        }

        static func == (left: Origin, right: Origin) -> Bool {
            left.isSecure == right.isSecure && left.port == right.port && left.host == right.host
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(host)
            hasher.combine(port)
        }

        /// The same in every process, so that a host keeps its shard.
        var hash: UInt64 {
            host.utf8.reduce(14_695_981_039_346_656_037 ^ UInt64(port)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        }
    }
#endif
