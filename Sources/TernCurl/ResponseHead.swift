#if Curl && os(Linux)
    import Foundation
    import TernCore

    /// Reads the head of an answer from the lines that libcurl hands over, interim answers (1xx) included.
    struct ResponseHead {
        enum Step {
            /// More lines follow.
            case more
            /// The final answer's head is whole.
            case complete
            case malformed(String)
            case tooLarge
        }

        private(set) var status: HTTPStatus = 0
        private(set) var fields: [HTTPHeaders.Field] = []
        private(set) var isComplete = false
        private(set) var contentLength: Int64?
        private(set) var isEncoded = false
        private(set) var hasTransferEncoding = false
        private var size = 0

        /// Whether any of it has come.
        var hasBegun: Bool { size > 0 }

        /// Whether both framings are there, of which the coding counts. That is how smuggled answers look, so nothing more
        /// may be read from such a connection (RFC 9112 §6.3).
        var isAmbiguous: Bool { hasTransferEncoding && contentLength != nil }

        /// Takes the next line, its line end included. Lines after the head are trailers, which are checked for size alone.
        mutating func take(_ line: UnsafeBufferPointer<UInt8>, limit: Int) -> Step {
            size += line.count
            guard size <= limit else { return .tooLarge }
            guard !isComplete else { return .more }
            var line = line[...]
            while let last = line.last, last == 0x0D || last == 0x0A { line.removeLast() }
            if line.isEmpty {
                isComplete = !status.isInformational
                return isComplete ? .complete : .more
            }
            if line.starts(with: "HTTP/".utf8) { return takeStatus(line) }
            if line.first == 0x20 || line.first == 0x09 { return continueField(line) }
            return takeField(line)
        }

        private mutating func takeStatus(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Step {
            fields.removeAll(keepingCapacity: true)
            contentLength = nil
            isEncoded = false
            hasTransferEncoding = false
            guard let space = line.firstIndex(of: 0x20) else { return .malformed("its status line has no code") }
            let digits = line[(space + 1)...].prefix { $0 != 0x20 }
            guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return .malformed("its status code is not three digits")
            }
            status = HTTPStatus(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
            // Nobody speaks what would follow; for libcurl it is the body of an answer.
            if status == 101 { return .malformed("it changes the protocol, which nobody asked for") }
            return .more
        }

        private mutating func takeField(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Step {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
                return .malformed("a header line has no name")
            }
            let name = HTTPHeaders.Name(Self.text(line[..<colon]))
            let value = Self.text(Self.trimmed(line[(colon + 1)...]))
            if fields.isEmpty { fields.reserveCapacity(12) }
            fields.append(HTTPHeaders.Field(name, value))
            if name == .contentLength { return takeContentLength(value) }
            if name == .contentEncoding { isEncoded = true }
            if name == .transferEncoding { hasTransferEncoding = true }
            return .more
        }

        /// Differing lengths are a way to smuggle (RFC 9112 §6.3); libcurl lets the last one win.
        private mutating func takeContentLength(_ value: String) -> Step {
            guard value.utf8.contains(UInt8(ascii: ",")) else { return agree(on: value) }
            // A list of equal numbers is allowed.
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                if case .malformed(let reason) = agree(on: String(part).trimmed) { return .malformed(reason) }
            }
            return .more
        }

        private mutating func agree(on number: String) -> Step {
            // Int64 takes a sign as well.
            guard let length = Int64(number), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return .malformed("its Content-Length is \(number.debugDescription), which is no number")
            }
            guard contentLength == nil || contentLength == length else {
                return .malformed("it has differing Content-Length fields")
            }
            contentLength = length
            return .more
        }

        /// A folded line goes on with the field before it (RFC 9112 §5.2).
        private mutating func continueField(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Step {
            guard !fields.isEmpty else { return .malformed("its first header line begins with a space") }
            fields[fields.count - 1].value += " " + Self.text(Self.trimmed(line))
            return .more
        }

        private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
            var bytes = bytes
            while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
            while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
            return bytes
        }

        /// UTF-8, or Latin-1 where it isn't: a value's bytes are never lost.
        private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            let buffer = UnsafeBufferPointer(rebasing: bytes)
            if buffer.reduce(0, |) < 0x80 { return String(decoding: buffer, as: UTF8.self) }
            return String(bytes: bytes, encoding: .utf8)
                ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
#endif
