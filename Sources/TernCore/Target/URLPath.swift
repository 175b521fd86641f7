/// The path of a call below its base URL. What is written stays as written; what is interpolated is always encoded, as
/// one segment.
///
/// ```swift
/// let path: URLPath = "/users/\(name)/repos"       // name "a/b?c d" gives /users/a%2Fb%3Fc%20d/repos
/// let raw: URLPath = "/files/\(raw: encodedPath)"  // counts as encoded, like the literal
/// let found: URLPath = "/search?kind=\(kind)"      // a query may follow; a fragment is never sent
/// ```
///
/// A character that no URL has, such as a space, an `ü` or `[`, is percent-encoded even where it is written. A control
/// character, a `%` without two digits after it, and a value that is empty, `.` or `..` in the path can't be sent: the
/// call fails with `.invalidURL`, which says where.
public struct URLPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The encoded text, with the query and fragment that were written.
    let text: String
    /// Why this path can't be sent.
    let failure: String?

    private init(text: String, failure: String?) {
        self.text = text
        self.failure = failure
    }

    /// Makes a path of a text that counts as encoded.
    public init(stringLiteral value: String) {
        var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }

    /// Makes a path of written parts and of values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(text: stringInterpolation.text, failure: stringInterpolation.failure)
    }

    /// A path that can't be sent, for a reason that whoever sends it is told.
    package static func invalid(_ reason: String) -> URLPath { URLPath(text: "", failure: reason) }

    /// The parts of a path as the compiler hands them over.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate private(set) var text = ""
        fileprivate private(set) var failure: String?
        private var isPath = true

        public init(literalCapacity: Int, interpolationCount: Int) {
            if interpolationCount > 0 { text.reserveCapacity(literalCapacity + interpolationCount * 16) }
        }

        public mutating func appendLiteral(_ literal: String) {
            if literal.utf8.allSatisfy({ $0.isURLCharacter }) {
                if text.isEmpty { text = literal } else { text += literal }
            } else {
                appendRepaired(literal)
            }
            if isPath { isPath = !literal.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } }
        }

        /// Appends a value, encoded.
        public mutating func appendInterpolation(_ value: String) {
            // In a query such a value changes nothing but itself; in a path it names another resource.
            if isPath, value.isEmpty || value == "." || value == ".." {
                fail(
                    "the value after \(text.debugDescription) in the path is \(value.debugDescription), "
                        + "which would name another resource: check it before the call")
            }
            text += PercentEncoding.query.escaped(value)
        }

        /// Appends a value, encoded.
        public mutating func appendInterpolation(_ value: some StringProtocol) { appendInterpolation(String(value)) }

        /// Appends a value's description, encoded: a number, a UUID, a type of your own.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendInterpolation(value.description)
        }

        /// Appends a raw value, encoded.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.rawValue.description)
        }

        /// Appends a raw value, encoded.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.rawValue.description)
        }

        /// Not for optionals: unwrap the value first.
        @available(*, unavailable, message: "unwrap the optional before it goes into a path")
        public mutating func appendInterpolation<Value>(_ value: Value?) {}

        /// Appends a text that counts as encoded: slashes, queries and escapes in it stay what they are.
        public mutating func appendInterpolation(raw text: some StringProtocol) { appendLiteral(String(text)) }

        private mutating func fail(_ reason: String) { failure = failure ?? reason }

        /// Appends a text that has characters which no URL has, or escapes.
        private mutating func appendRepaired(_ literal: String) {
            let source = Array(literal.utf8)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(source.count + 16)
            for (index, byte) in source.enumerated() {
                if byte.isURLCharacter {
                    bytes.append(byte)
                } else if byte == UInt8(ascii: "%") {
                    let digits = source[(index + 1)...].prefix(2)
                    if digits.count < 2 || !digits.allSatisfy(\.isHexadecimalDigit) {
                        fail(
                            "the path part \(literal.debugDescription) has a % that is not followed by two digits: "
                                + "write %25, or interpolate the value")
                    }
                    bytes.append(byte)
                } else {
                    if byte.isControl {
                        fail("the path part \(literal.debugDescription) has a control character in it: remove it")
                    }
                    byte.appendEscaped(to: &bytes)
                }
            }
            text += String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension URLPath: CustomStringConvertible {
    /// The encoded path.
    public var description: String { text }
}

extension UInt8 {
    /// Whether the byte may stand in a path, a query or before a fragment as it is: RFC 3986's pchar, `/`, `?` and `#`.
    fileprivate var isURLCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "?")...UInt8(ascii: "Z"),
            UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
            UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
