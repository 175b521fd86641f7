public import Foundation

/// A form of several parts (`multipart/form-data`, RFC 7578), from memory.
///
/// ```swift
/// .multipart([.text("title", "Moon"), .data("image", png, filename: "moon.png", type: .png)])
/// ```
///
/// Parts keep their order, and several may have one name. Names and filenames are written as browsers do: in UTF-8,
/// with `"`, CR and LF escaped (WHATWG HTML §4.10.21.8). Text is sent as it is.
public struct MultipartForm: Sendable, ExpressibleByArrayLiteral {
    /// One part of a form.
    public struct Part: Sendable {
        let name: String
        let filename: String?
        let mediaType: MediaType?
        let data: Data

        /// A field of text.
        public static func text(_ name: String, _ value: String) -> Part {
            Part(name: name, filename: nil, mediaType: nil, data: Data(value.utf8))
        }

        /// Bytes, such as a file's.
        ///
        /// - Parameters:
        ///   - name: the field's name.
        ///   - bytes: what is in it.
        ///   - filename: what the file is called; a server takes a part with a filename for a file.
        ///   - type: what the bytes are.
        public static func data(
            _ name: String, _ bytes: Data, filename: String? = nil, type: MediaType = .octetStream
        ) -> Part {
            Part(name: name, filename: filename, mediaType: type, data: bytes)
        }
    }

    /// The parts, in order.
    public var parts: [Part]
    /// What stands between the parts. Default nil: random, new for every request.
    public var boundary: String?

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - parts: its fields and files, in order.
    ///   - boundary: what stands between the parts: 1 to 70 letters, digits or `'()+_,-./:=?` (RFC 2046 §5.1.1). Default
    ///     nil: random, new for every request.
    public init(_ parts: [Part] = [], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary
    }

    /// Makes a form of its parts.
    public init(arrayLiteral elements: Part...) { self.init(elements) }

    /// The form's bytes and their media type, which names the boundary.
    ///
    /// - Throws: `.encoding` where the boundary that was given isn't one or occurs in a part, and where a part's media
    ///   type can't stand in a header.
    public func encoded() throws(TernError) -> (data: Data, mediaType: MediaType) {
        for part in parts { try part.check() }
        let boundary = try boundary.map(checked) ?? unusedBoundary()
        let heads = parts.map { $0.head(after: boundary) }
        let end = "--\(boundary)--\r\n"
        var data = Data()
        data.reserveCapacity(zip(heads, parts).reduce(end.utf8.count) { $0 + $1.0.utf8.count + $1.1.data.count + 2 })
        for (head, part) in zip(heads, parts) {
            data.append(contentsOf: head.utf8)
            data.append(part.data)
            data.append(contentsOf: "\r\n".utf8)
        }
        data.append(contentsOf: end.utf8)
        return (data, .multipartForm(boundary: boundary))
    }

    private func unusedBoundary() -> String {
        var boundary: String
        repeat {
            boundary = "tern-" + (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        } while occurs(boundary)
        return boundary
    }

    private func checked(_ boundary: String) throws(TernError) -> String {
        guard 1...70 ~= boundary.utf8.count, boundary.utf8.allSatisfy(\.isBoundaryCharacter) else {
            throw TernError(
                .encoding,
                message:
                    "the boundary \(boundary.debugDescription) of the multipart form is not 1 to 70 of the characters "
                    + "that RFC 2046 allows: leave it out, and one is made")
        }
        guard !occurs(boundary) else {
            throw TernError(
                .encoding,
                message: "the boundary \(boundary.debugDescription) of the multipart form occurs in one of its parts: "
                    + "leave it out, and one is made")
        }
        return boundary
    }

    private func occurs(_ boundary: String) -> Bool {
        let delimiter = Data("--\(boundary)".utf8)
        return parts.contains { $0.data.range(of: delimiter) != nil }
    }
}

extension MultipartForm.Part {
    fileprivate func check() throws(TernError) {
        guard let mediaType, mediaType.rawValue.utf8.contains(where: { $0.isControl && $0 != UInt8(ascii: "\t") })
        else {
            return
        }
        throw TernError(
            .encoding,
            message: "the media type \(mediaType.rawValue.debugDescription) of the part \(name.debugDescription) "
                + "has a control character in it: remove it")
    }

    fileprivate func head(after boundary: String) -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name.escapedForForm)\""
        if let filename { head += "; filename=\"\(filename.escapedForForm)\"" }
        if let mediaType { head += "\r\nContent-Type: \(mediaType)" }
        return head + "\r\n\r\n"
    }
}

extension String {
    fileprivate var escapedForForm: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension UInt8 {
    // bchars of RFC 2046 §5.1.1, but for the space
    fileprivate var isBoundaryCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "'()+_,-./:=?".utf8.contains(self)
        }
    }
}
