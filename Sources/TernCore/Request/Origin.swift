package import Foundation

/// Scheme, host and port: what two URLs share that may share credentials (RFC 6454 §4) and connections.
package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case, IDN as punycode, IPv6 in brackets.
    package let host: String
    /// The port, the scheme's own where the URL names none.
    package let port: Int

    /// The origin of a URL, or nil if it isn't one of http or https with a host.
    package init?(_ url: URL) {
        // Not url.host(): that is percent-encoded Unicode for one spelling of an IDN and punycode for another. Bytes and
        // not substrings, since every call comes through here.
        var text = url.absoluteString
        guard let origin = text.withUTF8({ Self($0) }) else { return nil }
        self = origin
    }

    private init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text[colon...].starts(with: "://".utf8) else {
            return nil
        }
        let schemeText = text[..<colon]
        if schemeText.elementsEqual("http".utf8, by: Self.isSameLetter) {
            scheme = "http"
        } else if schemeText.elementsEqual("https".utf8, by: Self.isSameLetter) {
            scheme = "https"
        } else {
            return nil
        }
        let rest = text[(colon + 3)...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let authority = rest[..<(end ?? rest.endIndex)]
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        let hostAndPort = authority[start...]
        let hostEnd: Int
        if hostAndPort.first == UInt8(ascii: "[") {
            guard let bracket = hostAndPort.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = bracket + 1
        } else {
            hostEnd = hostAndPort.firstIndex(of: UInt8(ascii: ":")) ?? hostAndPort.endIndex
        }
        guard hostEnd > start, let port = Self.port(hostAndPort[hostEnd...].dropFirst(), scheme == "https" ? 443 : 80)
        else { return nil }
        self.port = port
        host = String(unsafeUninitializedCapacity: hostEnd - start) { buffer in
            for (index, byte) in hostAndPort[start..<hostEnd].enumerated() {
                let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                buffer[index] = isUpper ? byte | 0x20 : byte
            }
            return hostEnd - start
        }
    }

    private static func isSameLetter(_ byte: UInt8, _ letter: UInt8) -> Bool { byte | 0x20 == letter }

    /// The number that the digits make, the scheme's own port where there are none, nil where they are none.
    private static func port(_ digits: Slice<UnsafeBufferPointer<UInt8>>, _ standard: Int) -> Int? {
        guard !digits.isEmpty else { return standard }
        var port = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit, port < 1 << 16 else { return nil }
            port = port * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return port < 1 << 16 ? port : nil
    }
}
