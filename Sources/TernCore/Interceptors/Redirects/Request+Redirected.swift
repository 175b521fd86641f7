import Foundation

extension Request {
    /// The request that a redirect asks for by RFC 9110 §15.4, or nil where the answer can't be followed.
    func redirected(by answer: Response<ResponseBody>) -> Request? {
        var next = self
        switch (answer.status, method) {
        case (.seeOther, .head): next.removeBody()
        case (.seeOther, _), (.movedPermanently, .post), (.found, .post):
            next.method = .get
            next.removeBody()
        case (.movedPermanently, _), (.found, _), (.temporaryRedirect, _), (.permanentRedirect, _):
            guard body.isReplayable else { return nil }
        default: return nil
        }
        // Differing fields of that name leave it open where to go.
        let locations = answer.headers.values(for: .location)
        guard let location = locations.first, locations.allSatisfy({ $0 == location }),
            let target = url.redirected(to: location)
        else { return nil }
        next.url = target
        if Origin(target) != Origin(url) {
            for name: HTTPHeaders.Name in [.authorization, .cookie, .proxyAuthorization, .host] {
                next.headers.remove(name)
            }
        }
        return next
    }

    private static let bodyFields: Set = ["transfer-encoding", "trailer", "expect", "digest"]

    private mutating func removeBody() {
        body = .none
        headers = HTTPHeaders(
            headers.filter { field in
                let name = field.name.rawName.lowercased()
                return !name.hasPrefix("content-") && !Self.bodyFields.contains(name)
            })
    }
}

extension URL {
    /// Where a Location field points to (RFC 3986 §5), without a fragment; nil if that isn't a URL of http or https.
    /// Userinfo is this URL's own while the origin stays the same, and none otherwise, whatever the field says.
    func redirected(to location: String) -> URL? {
        let reference = location.trimmed.prefix { $0 != "#" }
        guard !reference.isEmpty, let resolved = URL(string: Self.encoded(reference), relativeTo: self)?.absoluteURL,
            let origin = Origin(resolved)
        else { return nil }
        var text = resolved.redacted
        if origin == Origin(self), let userinfo, let authority = text.range(of: "://") {
            text.insert(contentsOf: userinfo, at: authority.upperBound)
        }
        return URL(string: text)
    }

    private var userinfo: String? {
        let rest = absoluteString.drop { $0 != "/" }.dropFirst(2)
        let authority = rest.prefix { !"/?#".contains($0) }
        return authority.lastIndex(of: "@").map { String(authority[...$0]) }
    }

    /// The reference with what a URL can't hold encoded, and what is encoded already left alone: Foundation would
    /// encode a valid `%20` once more where it finds a character that is not. The host is left to Foundation (IDN).
    private static func encoded(_ reference: Substring) -> String {
        let authority = reference.range(of: "://")?.upperBound
        let pathStart: Substring.Index
        if reference.hasPrefix("//") {
            pathStart = reference.dropFirst(2).firstIndex { "/?".contains($0) } ?? reference.endIndex
        } else if let authority, !reference[..<authority].dropLast(3).contains(where: { "/?".contains($0) }) {
            pathStart = reference[authority...].firstIndex { "/?".contains($0) } ?? reference.endIndex
        } else {
            pathStart = reference.startIndex
        }
        var text = String(reference[..<pathStart])
        let bytes = Array(reference[pathStart...].utf8)
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && bytes[(index + 1)...].prefix(2).filter(\.isHexDigit).count == 2
            if isEscape || byte.isAllowedInURL {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 16 ? "%0" : "%"
                text += String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// unreserved, sub-delims, and what else may stand in a path or query (RFC 3986 §3.3, §3.4).
    fileprivate var isAllowedInURL: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(self)
        }
    }
}
