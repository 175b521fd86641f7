/// A media type with its parameters (RFC 9110 §8.3.1): `text/html; charset=utf-8`. An open set.
public struct MediaType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The type as it was written.
    public let rawValue: String

    /// Makes a media type of any spelling.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Makes a media type of any spelling.
    public init(stringLiteral value: String) { rawValue = value }

    /// The type as it was written.
    public var description: String { rawValue }

    /// `application/json` (RFC 8259)
    public static let json: MediaType = "application/json"
    /// `application/x-www-form-urlencoded` (WHATWG URL §5)
    public static let form: MediaType = "application/x-www-form-urlencoded"
    /// `application/octet-stream`: bytes of no known kind
    public static let octetStream: MediaType = "application/octet-stream"
    /// `application/x-plist`: a property list in XML or binary form
    public static let propertyList: MediaType = "application/x-plist"
    /// `text/plain; charset=utf-8`
    public static let plainText: MediaType = "text/plain; charset=utf-8"
    /// `text/html; charset=utf-8`
    public static let html: MediaType = "text/html; charset=utf-8"
    /// `image/jpeg`
    public static let jpeg: MediaType = "image/jpeg"
    /// `image/png`
    public static let png: MediaType = "image/png"

    /// `multipart/form-data` with its boundary (RFC 7578), in quotes where it isn't a token.
    public static func multipartForm(boundary: String) -> MediaType {
        let isToken = boundary.utf8.allSatisfy { !"()<>@,;:\\\"/[]?={} ".utf8.contains($0) }
        return MediaType("multipart/form-data; boundary=\(isToken ? boundary : "\"\(boundary)\"")")
    }

    /// Type and subtype in lower case, without parameters: `text/html`.
    public var essence: String {
        String(rawValue.prefix { $0 != ";" }).trimmed.lowercased()
    }

    /// The value of a parameter, quotes taken off; names ignore case.
    public func parameter(_ name: String) -> String? {
        var rest = rawValue.drop { $0 != ";" }.dropFirst()
        while !rest.isEmpty {
            let (key, value) = Self.takeParameter(from: &rest)
            if key.lowercased() == name.lowercased() { return value }
        }
        return nil
    }

    /// The `charset` parameter in lower case.
    public var charset: String? { parameter("charset")?.lowercased() }

    private static func takeParameter(from rest: inout Substring) -> (key: String, value: String) {
        let key = String(rest.prefix { $0 != "=" && $0 != ";" })
        rest = rest.dropFirst(key.count)
        guard rest.first == "=" else {
            rest = rest.dropFirst()
            return (key.trimmed, "")
        }
        rest = rest.dropFirst().drop { $0 == " " }
        var value = ""
        if rest.first == "\"" {
            rest = rest.dropFirst()
            while let character = rest.popFirst(), character != "\"" {
                value.append(character == "\\" ? rest.popFirst() ?? character : character)
            }
            rest = rest.drop { $0 != ";" }
        } else {
            value = String(rest.prefix { $0 != ";" })
            rest = rest.dropFirst(value.count)
            value = value.trimmed
        }
        rest = rest.dropFirst()
        return (key.trimmed, value)
    }
}

extension String {
    /// Without the spaces and tabs around it: HTTP's optional white space (RFC 9110 §5.6.3).
    package var trimmed: String {
        var trimmed = self[...]
        while let first = trimmed.first, first == " " || first == "\t" { trimmed.removeFirst() }
        while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
        return String(trimmed)
    }
}
