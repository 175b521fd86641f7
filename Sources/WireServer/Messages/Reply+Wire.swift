import Foundation

extension Reply {
    /// A reply laid out for the wire, for one request.
    struct Layout {
        var interim = Data()
        var head: Data
        var body: BodyPieces
        var closes: Bool
    }

    /// Lays the reply out.
    ///
    /// - Parameter mustClose: the request or the course of the exchange forbids another on this connection.
    func layout(for request: ReceivedRequest, mustClose: Bool) -> Layout {
        if let rawBytes {
            let parts = rawBytes.parted(after: Data("\r\n\r\n".utf8))
            return Layout(
                head: parts.0, body: BodyPieces(.unframed(parts.1), trailers: [:]),
                closes: closesAfterRaw || mustClose)
        }
        var fields = headers
        var closes = mustClose || fields.contains(token: "close", in: "Connection")
        if case .untilClose = body.form { closes = true }
        if addsFraming {
            addFraming(to: &fields)
            if closes, fields["Connection"] == nil { fields.append("Connection", "close") }
        }
        return Layout(
            interim: Data(interim.map { Self.head($0.status, nil, $0.headers) }.joined().utf8),
            head: Data(Self.head(status, reason, fields).utf8),
            body: BodyPieces(request.isHead || isBodiless ? .none : body, trailers: trailers),
            closes: closes)
    }

    private func addFraming(to fields: inout HeaderFields) {
        guard !isBodiless, fields["Content-Length"] == nil, fields["Transfer-Encoding"] == nil else { return }
        switch body.form {
        case .none: fields.append("Content-Length", "0")
        case .sized(let data): fields.append("Content-Length", "\(data.count)")
        case .chunked, .stream(_, _, chunked: true): fields.append("Transfer-Encoding", "chunked")
        case .stream(let chunk, let count, _): fields.append("Content-Length", "\(chunk.count * count)")
        case .untilClose, .unframed: break
        }
    }

    /// RFC 9110 §6.4.1; bytes that are to be sent all the same are given as `unframed`.
    private var isBodiless: Bool {
        if case .unframed = body.form { return false }
        return (100..<200).contains(status) || status == 204 || status == 304
    }

    static func head(_ status: Int, _ reason: String?, _ fields: HeaderFields) -> String {
        "HTTP/1.1 \(status) \(reason ?? usualReason(of: status))\r\n\(fields.lines)\r\n"
    }

    private static func usualReason(of status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 103: "Early Hints"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}

extension Data {
    /// What comes up to and with the first `mark`, and what comes after; all in the first part if there is none.
    func parted(after mark: Data) -> (Data, Data) {
        guard let range = range(of: mark) else { return (self, Data()) }
        return (Data(self[..<range.upperBound]), Data(self[range.upperBound...]))
    }
}
