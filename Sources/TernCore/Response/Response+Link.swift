public import Foundation

extension Response {
    /// Where the answer's `Link` fields point to for a relation (RFC 8288), such as `next` in a list of pages. Relative
    /// targets are resolved against the answer's own URL.
    ///
    /// - Parameter relation: the relation's name, in any case.
    public func link(_ relation: String) -> URL? {
        for field in headers.values(for: .link) {
            var rest = field[...]
            while let link = Self.takeLink(from: &rest) {
                let relations = link.parameters.parameter("rel")?.split(separator: " ") ?? []
                if relations.contains(where: { $0.lowercased() == relation.lowercased() }) {
                    return URL(string: link.target, relativeTo: url)?.absoluteURL
                }
            }
        }
        return nil
    }

    /// The next `<target>; name=value` of a field; commas may stand in targets and in quotes.
    private static func takeLink(from rest: inout Substring) -> (target: String, parameters: MediaType)? {
        guard let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") else { return nil }
        let target = rest[rest.index(after: open)..<close]
        var end = rest.index(after: close)
        var isQuoted = false
        while end < rest.endIndex, isQuoted || rest[end] != "," {
            if rest[end] == "\"" { isQuoted.toggle() }
            end = rest.index(after: end)
        }
        let parameters = rest[rest.index(after: close)..<end]
        rest = rest[end...]
        return (String(target), MediaType("link" + parameters))
    }
}
