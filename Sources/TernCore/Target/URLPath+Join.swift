package import Foundation

extension URLPath {
    /// The URL of this path below a base.
    package func url(below base: URL) throws(TernError) -> URL { try writer(below: base).url() }

    /// The URL as it grows: base and path joined by one `/`, then the base's query, then the path's, ready for the
    /// parameters. Everything stays as it is written; fragments are dropped.
    func writer(below base: URL) throws(TernError) -> PairWriter {
        if let failure { throw TernError(.invalidURL, message: failure) }
        let base = base.absoluteString.utf8
        let (basePath, baseQuery) = Self.split(base)
        guard Self.hasHost(basePath) else {
            throw TernError(
                .invalidURL,
                message:
                    "the base \(String(Substring(basePath)).debugDescription) is not scheme://host: write it out in full"
            )
        }
        let (path, query) = Self.split(text.utf8)

        var bytes: [UInt8] = []
        bytes.reserveCapacity(base.count + text.utf8.count + 128)
        bytes.append(contentsOf: basePath)
        if !path.isEmpty {
            let slash = UInt8(ascii: "/")
            switch (bytes.last == slash, path.first == slash) {
            case (true, true): bytes.append(contentsOf: path.dropFirst())
            case (false, false):
                bytes.append(slash)
                bytes.append(contentsOf: path)
            default: bytes.append(contentsOf: path)
            }
        }
        var writer = PairWriter(.query, after: bytes, separator: UInt8(ascii: "?"))
        if let baseQuery { writer.append(written: baseQuery) }
        if let query { writer.append(written: query) }
        return writer
    }

    /// What stands before the `?`, and what between it and the fragment.
    private static func split(_ text: String.UTF8View) -> (path: Substring.UTF8View, query: Substring.UTF8View?) {
        let end = text.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let sent = text[..<end]
        guard let mark = sent.firstIndex(of: UInt8(ascii: "?")) else { return (sent, nil) }
        return (sent[..<mark], sent[sent.index(after: mark)...])
    }

    /// Whether a text begins with a scheme, `://` and a host.
    private static func hasHost(_ text: Substring.UTF8View) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return false }
        let rest = text[colon...].dropFirst()
        guard rest.starts(with: "//".utf8) else { return false }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[$0...].dropFirst() } ?? authority
        return host.first.map { $0 != UInt8(ascii: ":") } ?? false
    }
}
