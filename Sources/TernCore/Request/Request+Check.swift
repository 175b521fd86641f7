import Foundation

extension Request {
    /// Throws where the request can't be put on the wire as it is: asked once, right before every transport.
    package func check() throws(TernError) {
        guard Self.isToken(method.rawValue) else {
            throw TernError(
                .invalidRequest, request: self,
                message: "the method \(method.rawValue.debugDescription) is not an HTTP token: "
                    + "use letters, digits and -")
        }
        for field in headers {
            guard Self.isToken(field.name.rawName) else {
                throw TernError(
                    .invalidRequest, request: self,
                    message: "the header name \(field.name.rawName.debugDescription) is not an HTTP token")
            }
            guard field.value.utf8.allSatisfy({ $0 != 0x0D && $0 != 0x0A && $0 != 0 }) else {
                throw TernError(
                    .invalidRequest, request: self,
                    message: "the value of header \(field.name) has a CR, LF or NUL in it: remove or encode it")
            }
        }
        try checkFraming()
        guard Origin(url) == nil else { return }
        let text = url.redacted.debugDescription
        let scheme = url.scheme?.lowercased()
        let reason =
            if scheme != "http" && scheme != "https" {
                "is not http or https: give it a scheme"
            } else if url.host(percentEncoded: true)?.isEmpty ?? true {
                "names no host"
            } else {
                "has a host and port that can't be called"
            }
        throw TernError(.invalidURL, request: self, message: "the URL \(text) \(reason)")
    }

    /// Where the body ends is for the body to say: a field that says otherwise would leave the server waiting, or make
    /// what is left over the start of another request (RFC 9112 §6.3).
    private func checkFraming() throws(TernError) {
        let reason: String
        if let length = body.length, length < 0 {
            reason = "its body is said to have \(length) bytes: give its length, or nil where it isn't known"
        } else if method == .head, !body.isNone {
            reason = "a HEAD can't carry a body: send its parameters in the query"
        } else if let value = headers[.contentLength], value.trimmed != body.length.map(String.init) {
            reason =
                "the header Content-Length says \(value.debugDescription) and the body "
                + "\(body.length.map(String.init) ?? "no length"): leave the header out, it is set for you"
        } else if let value = headers[.transferEncoding], body.isNone || value.trimmed.lowercased() != "chunked" {
            reason = "the header Transfer-Encoding doesn't fit the body: leave it out, it is set for you"
        } else {
            return
        }
        throw TernError(.invalidRequest, request: self, message: reason)
    }

    // tchar of RFC 9110 §5.6.2
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default:
                    "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
