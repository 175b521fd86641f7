package import Foundation

/// What logs and cURL lines leave out: `***` stands in its place.
public struct Redaction: Sendable {
    /// Header fields whose values are secret. A scheme, as in `Bearer ***`, is shown.
    public var headers: Set<HTTPHeaders.Name>
    /// Names whose values are secret in a URL, a form, or JSON. Case, `-` and `_` are ignored: `access_token` is
    /// `accessToken` as well. A part of a nested name counts: `password` is in `user[password]`.
    public var names: Set<String> { didSet { normalized = Self.normalized(names) } }
    /// Whether a user's name and password in a URL are left out.
    public var hidesUserInfo: Bool
    private var normalized: Set<String>

    /// Makes a redaction.
    public init(headers: Set<HTTPHeaders.Name>, names: Set<String>, hidesUserInfo: Bool = true) {
        self.headers = headers
        self.names = names
        self.hidesUserInfo = hidesUserInfo
        normalized = Self.normalized(names)
    }

    /// Credentials, cookies, and the usual names of tokens, keys and passwords.
    public static let standard = Redaction(
        headers: [
            .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "X-Auth-Token", "X-CSRF-Token",
            "X-Amz-Security-Token",
        ],
        names: [
            "access_token", "refresh_token", "id_token", "token", "auth_token", "jwt", "api_key", "client_secret",
            "secret", "client_assertion", "password", "passwd", "pwd", "passphrase", "signature", "sig",
            "code_verifier",
            "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token",
        ])

    /// Everything is shown.
    public static let none = Redaction(headers: [], names: [], hidesUserInfo: false)

    private static let mask = "***"

    private static func normalized(_ names: Set<String>) -> Set<String> {
        Set(names.map { normalized($0[...]) })
    }

    private static func normalized(_ name: Substring) -> String {
        name.filter { $0 != "-" && $0 != "_" }.lowercased()
    }

    private func isSecret(_ name: Substring) -> Bool {
        let name = name.removingPercentEncoding ?? String(name)
        return name.split { "[].".contains($0) }.contains { normalized.contains(Self.normalized($0)) }
    }

    /// A URL without its secrets.
    package func text(of url: URL) -> String {
        text(ofURL: hidesUserInfo ? url.redacted : url.absoluteString)
    }

    private func text(ofURL text: String) -> String {
        guard let start = text.utf8.firstIndex(where: { "?#".utf8.contains($0) }) else { return text }
        return text[..<start] + pairs(text[start...])
    }

    /// A field's value without its secrets.
    package func value(of field: HTTPHeaders.Field) -> String {
        if headers.contains(field.name) {
            guard field.name == .authorization || field.name == .proxyAuthorization,
                let space = field.value.utf8.firstIndex(of: UInt8(ascii: " "))
            else { return Self.mask }
            return field.value[...space] + Self.mask
        }
        switch field.name {
        case .location, .link, "Content-Location", "Referer":
            let hasUserInfo = hidesUserInfo && field.value.utf8.contains(UInt8(ascii: "@"))
            return text(ofURL: hasUserInfo ? URL(string: field.value)?.redacted ?? Self.mask : field.value)
        default: return field.value
        }
    }

    /// A body without its secrets, where its form is known: a form or JSON.
    package func body(_ text: String, of type: MediaType?) -> String {
        guard !normalized.isEmpty, let essence = type?.essence else { return text }
        if essence == MediaType.form.essence { return pairs(text[...]) }
        return essence.hasSuffix("json") ? json(text) : text
    }

    /// `name=value` pairs between `&`, `?` and `#`, as they stand in a URL's query and fragment and in a form.
    private func pairs(_ text: Substring) -> String {
        var shown = ""
        var rest = text
        while true {
            let end = rest.utf8.firstIndex { "&?#".utf8.contains($0) } ?? rest.endIndex
            let pair = rest[..<end]
            if let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")), isSecret(pair[..<equals]) {
                shown += pair[...equals] + Self.mask
            } else {
                shown += pair
            }
            guard end < rest.endIndex else { return shown }
            let next = rest.utf8.index(after: end)
            shown += rest[end..<next]
            rest = rest[next...]
        }
    }

    /// JSON with the values of secret names masked. Works on text that was cut off, or isn't quite JSON, too.
    private func json(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var position = 0
        func skipSpace(_ start: Int) -> Int {
            bytes[start...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? bytes.count
        }
        func endOfString(_ start: Int) -> Int {
            var end = start + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(end + 1, bytes.count)
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\"") else {
                shown.append(bytes[position])
                position += 1
                continue
            }
            let end = endOfString(position)
            let colon = skipSpace(end)
            shown += bytes[position..<end]
            let name = bytes[position..<end].dropFirst().dropLast()
            position = end
            guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":"),
                isSecret(String(decoding: name, as: UTF8.self)[...])
            else { continue }
            let value = skipSpace(colon + 1)
            guard value < bytes.count, !"{[".utf8.contains(bytes[value]) else { continue }
            shown += bytes[end..<value] + "\"\(Self.mask)\"".utf8
            position =
                bytes[value] == UInt8(ascii: "\"")
                ? endOfString(value)
                : bytes[value...].firstIndex { ",}] \t\r\n".utf8.contains($0) } ?? bytes.count
        }
        return String(decoding: shown, as: UTF8.self)
    }
}
