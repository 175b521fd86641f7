import Foundation

/// A request's head, read strictly (RFC 9112): what a lenient server would overlook is what a test wants to see.
struct RequestHead {
    let method: String
    let target: String
    let version: String
    let headers: HeaderFields

    /// How the end of the body is told.
    enum Framing: Equatable {
        case sized(Int)
        case chunked
    }

    /// - Parameter bytes: the head up to and with its closing empty line.
    init(_ bytes: ArraySlice<UInt8>) throws(MalformedRequest) {
        let lines = try Self.lines(of: bytes)
        guard let first = lines.first, !first.isEmpty else { throw MalformedRequest(problem: "the head is empty") }
        (method, target, version) = try Self.requestLine(first)
        var headers = HeaderFields()
        for line in lines.dropFirst() {
            let field = try Self.field(line)
            headers.append(field.name, field.value)
        }
        self.headers = headers
        let hosts = headers.values(named: "Host").count
        guard hosts == 1 || version == "HTTP/1.0" && hosts == 0 else {
            throw MalformedRequest(problem: "there must be one Host field; there are \(hosts)")
        }
    }

    func framing() throws(MalformedRequest) -> Framing {
        let codings = headers.values(named: "Transfer-Encoding")
        let lengths = headers.values(named: "Content-Length")
        if !codings.isEmpty {
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw MalformedRequest(
                    problem: "the transfer coding \(codings.joined(separator: ", ")) is unknown", status: 501)
            }
            guard lengths.isEmpty else {
                throw MalformedRequest(problem: "there are both Transfer-Encoding and Content-Length")
            }
            return .chunked
        }
        guard let length = lengths.first else { return .sized(0) }
        guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length) else {
            throw MalformedRequest(problem: "Content-Length is not one number: \(lengths.joined(separator: ", "))")
        }
        return .sized(count)
    }

    // MARK: Lines

    /// Past this, a head is refused.
    static let longest = 1 << 20

    /// Where the head ends, its closing empty line included; a bare LF ends a line too, so that it can be refused.
    ///
    /// - Parameter scanned: how many bytes were searched before.
    static func end(in bytes: ArraySlice<UInt8>, from scanned: Int) -> Int? {
        var index = bytes.startIndex + max(0, scanned - 3)
        while let feed = bytes[index...].firstIndex(of: 0x0A) {
            let rest = bytes[(feed + 1)...]
            if rest.first == 0x0A { return feed + 2 - bytes.startIndex }
            if rest.starts(with: [0x0D, 0x0A]) { return feed + 3 - bytes.startIndex }
            index = feed + 1
        }
        return nil
    }

    private static func lines(of bytes: ArraySlice<UInt8>) throws(MalformedRequest) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes.dropLast(bytes.suffix(2) == [0x0D, 0x0A] ? 2 : 1)
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            guard rest[end] == 0x0D, end + 1 < rest.endIndex, rest[end + 1] == 0x0A else {
                throw MalformedRequest(problem: "a line of the head does not end in CR LF")
            }
            lines.append(rest[..<end])
            rest = rest[(end + 2)...]
        }
        return lines
    }

    private static func requestLine(
        _ line: ArraySlice<UInt8>
    ) throws(MalformedRequest) -> (String, String, String) {
        let text = String(decoding: line, as: UTF8.self)
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, isToken(parts[0]), !parts[1].isEmpty,
            parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw MalformedRequest(problem: "this is not a request line: \(text)") }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw MalformedRequest(problem: "the version is neither HTTP/1.1 nor HTTP/1.0: \(text)", status: 505)
        }
        return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self), version)
    }

    /// Reads `name: value`, of a head or of trailers.
    static func field(_ line: ArraySlice<UInt8>) throws(MalformedRequest) -> HeaderFields.Element {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = line.firstIndex(of: 0x3A), isToken(line[..<colon]),
            line[colon...].allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
        else { throw MalformedRequest(problem: "this is not a header field: \(text)") }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        return (String(decoding: line[..<colon], as: UTF8.self), String(Substring(value).trimmingBlanks()))
    }

    /// RFC 9110 §5.6.2.
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
