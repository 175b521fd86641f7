package import Foundation

extension URLPath {
    /// The URL of this path below a base.
    package func url(below base: URL) throws(TernError) -> URL { try writer(below: base).url() }

    /// The URL as it grows: base and path joined by one `/`, then the base's query, then the path's, ready for the
    /// parameters. Everything stays as it is written; fragments are dropped.
    func writer(below base: URL) throws(TernError) -> PairWriter {
        if let failure { throw TernError(.invalidURL, message: failure) }
        let base = base.absoluteString
        var bytes: [UInt8] = []
        bytes.reserveCapacity(base.utf8.count + text.utf8.count + 128)

        bytes.append(contentsOf: base.utf8)
        let baseQuery = Self.cutQuery(from: &bytes, startingAt: 0)
        guard Self.hasHost(bytes) else {
            throw TernError(
                .invalidURL, message: "the base \(base.debugDescription) is not scheme://host: write it out in full")
        }

        let slash = UInt8(ascii: "/")
        if let first = text.utf8.first, !Self.endsPath(first) {
            if first != slash, bytes.last != slash { bytes.append(slash) }
            if first == slash, bytes.last == slash { bytes.removeLast() }
        }
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let pathQuery = Self.cutQuery(from: &bytes, startingAt: start)

        var writer = PairWriter(.query, after: bytes, separator: UInt8(ascii: "?"))
        if let baseQuery { writer.append(written: baseQuery) }
        if let pathQuery { writer.append(written: pathQuery) }
        return writer
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

    /// Cuts off what stands behind the path, and returns the query in it.
    private static func cutQuery(from bytes: inout [UInt8], startingAt start: Int) -> ArraySlice<UInt8>? {
        guard let end = bytes[start...].firstIndex(where: endsPath) else { return nil }
        let rest = bytes[end...]
        bytes.removeSubrange(end...)
        guard rest.first == UInt8(ascii: "?") else { return nil }
        return rest.dropFirst().prefix { $0 != UInt8(ascii: "#") }
    }

    /// Whether a text begins with a scheme, `://` and a host.
    private static func hasHost(_ bytes: [UInt8]) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[colon...].starts(with: "://".utf8)
        else {
            return false
        }
        let authority = bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        return host.first.map { $0 != UInt8(ascii: ":") } ?? false
    }
}
