import Foundation

extension Request {
    /// The request as a line for a POSIX shell that sends it with curl.
    ///
    /// Every part is quoted: no byte of it can start a command, name a file or move a terminal's cursor. A body that isn't
    /// printable text is piped in by `printf`; one that is streamed, or larger than 16 KiB, isn't in the line, and a
    /// comment at its end says what to do.
    ///
    /// - Parameter redaction: what is left out; with `.none` the line can be run as it is.
    public func curlCommand(redacting redaction: Redaction = .standard) -> String {
        var words = ["curl"]
        var feed = ""
        var comment = ""
        if method == .head, body.isNone {
            words.append("--head")
        } else if method != .get || !body.isNone {
            words += ["-X", Self.quoted(method.rawValue)]
        }
        let text = url.absoluteString
        if text.contains("/.") { words.append("--path-as-is") }
        if text.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
        for field in headers where !field.name.rawName.hasPrefix("@") {  // curl would read a file
            let value = redaction.value(of: field)
            words += ["-H", Self.quoted(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")]
        }
        if !body.isNone && !headers.contains(.contentType) { words += ["-H", "'Content-Type:'"] }
        switch body.storage {
        case .none:
            if [.post, .put, .patch].contains(method) { words += ["-H", "'Content-Length: 0'"] }
        case .stream:
            words += ["--data-binary", "@-"]
            comment = "  # pipe the body in: a stream\(body.length.map { " of \($0) bytes" } ?? "")"
        case .data(let data) where data.count > Self.largestShownBody:
            words += ["--data-binary", "@-"]
            comment = "  # pipe the body in: \(data.count) bytes"
        case .data(let data):
            let text = String(data: data, encoding: .utf8)
                .map { redaction.body($0, of: headers[.contentType].map { MediaType($0) }) }
            if let text, text.isPrintable {
                words += ["--data-raw", Self.quoted(text)]
            } else {
                words += ["--data-binary", "@-"]
                feed = "printf '\(Self.octal(text.map { Data($0.utf8) } ?? data))' | "
            }
        }
        words += ["--url", Self.quoted(redaction.text(of: url))]
        return feed + words.joined(separator: " ") + comment
    }

    // Four characters a byte at worst: Linux takes 128 KiB in one argument of `sh -c`.
    private static let largestShownBody = 16 << 10

    /// One word for a POSIX shell. Inside single quotes nothing is special but the quote itself.
    private static func quoted(_ text: String) -> String {
        guard text.isPrintable else { return "\"$(printf '\(octal(text.utf8))')\"" }
        return "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    /// A format for `printf` that writes these bytes, without any character that is special to it or to a shell.
    private static func octal(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return text
    }
}

extension String {
    /// Whether a terminal shows this text as it is, and a shell's line editor takes it as it is.
    fileprivate var isPrintable: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n"
            case .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: false
            default: true
            }
        }
    }
}
