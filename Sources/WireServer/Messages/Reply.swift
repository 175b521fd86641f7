public import Foundation

/// What the server answers: a head, a body, and the faults on the way.
///
///     .json(#"{"ok":true}"#)
///     .status(404, body: "gone")
///     .json("[]").header("Set-Cookie", "a=1").header("Set-Cookie", "b=2")
///     Reply(body: .chunked("one ", "two")).fault(.reset, at: .body(afterBytes: 8))
///
/// Content-Length or Transfer-Encoding is added to fit the body, unless one is set by hand or `withoutFraming()` says
/// otherwise. Nothing is checked: a test may want to send nonsense.
public struct Reply: Sendable {
    /// The status code.
    public var status: Int
    /// The reason phrase; nil for the usual one.
    public var reason: String?
    /// The header fields, in order; they are sent as they are.
    public var headers: HeaderFields
    /// The body. Left out in answers to HEAD, and when the status is 1xx, 204 or 304.
    public var body: Body
    /// The fields after a chunked body.
    public var trailers = HeaderFields()

    var interim: [Interim] = []
    var addsFraming = true
    var answersExpectation = true
    var earlyOffset: Int?
    var faults: [(phase: Phase, fault: Fault)] = []
    var rawBytes: Data?
    var closesAfterRaw = false

    /// A 1xx answer that precedes the final one.
    struct Interim: Sendable {
        let status: Int
        let headers: HeaderFields
    }

    /// A reply of any kind.
    public init(_ status: Int = 200, headers: HeaderFields = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    // MARK: Kinds

    /// A JSON text.
    public static func json(_ text: String, status: Int = 200) -> Reply {
        .data(Data(text.utf8), type: "application/json", status: status)
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String, status: Int = 200) -> Reply {
        .data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Bytes of a media type.
    public static func data(_ data: Data, type: String = "application/octet-stream", status: Int = 200) -> Reply {
        Reply(status, headers: ["Content-Type": type], body: .sized(data))
    }

    /// A status, with a body if one is given.
    public static func status(_ status: Int, body: Body = .none) -> Reply {
        Reply(status, body: body)
    }

    /// A redirect: the status with a `Location`.
    public static func redirect(to location: String, status: Int = 302) -> Reply {
        Reply(status, headers: ["Location": location])
    }

    /// Bytes which are the whole answer, head included, for what no reply can express. The connection is then closed,
    /// unless told otherwise. The phases of head and body part at the first empty line.
    public static func raw(_ bytes: Data, closing: Bool = true) -> Reply {
        var reply = Reply()
        reply.rawBytes = bytes
        reply.closesAfterRaw = closing
        return reply
    }

    /// The same from text; the lines' ends must be written out as `\r\n`.
    public static func raw(_ text: String, closing: Bool = true) -> Reply {
        .raw(Data(text.utf8), closing: closing)
    }

    // MARK: Changes

    /// Adds a header field; one of the same name stays.
    public func header(_ name: String, _ value: String) -> Reply {
        with { $0.headers.append(name, value) }
    }

    /// Adds a field after a chunked body.
    public func trailer(_ name: String, _ value: String) -> Reply {
        with { $0.trailers.append(name, value) }
    }

    /// Sets the reason phrase, which may be empty.
    public func reason(_ reason: String) -> Reply {
        with { $0.reason = reason }
    }

    /// Closes the connection after the answer, and says so in a `Connection` field.
    public func closing() -> Reply {
        header("Connection", "close")
    }

    /// Sends a 1xx head before the final one; repeatable.
    public func informational(_ status: Int, headers: HeaderFields = [:]) -> Reply {
        with { $0.interim.append(Interim(status: status, headers: headers)) }
    }

    /// Answers when this many bytes of the request's body have come, without waiting for the rest. What follows of the
    /// body is read and recorded after the answer.
    ///
    /// From a handler this needs `decidingAt: .head`.
    public func early(afterBodyBytes count: Int = 0) -> Reply {
        with { $0.earlyOffset = count }
    }

    /// Adds no Content-Length, Transfer-Encoding or Connection field to those given.
    public func withoutFraming() -> Reply {
        with { $0.addsFraming = false }
    }

    /// Sends no `100 Continue` to a request which expects one.
    public func ignoringExpectation() -> Reply {
        with { $0.answersExpectation = false }
    }

    private func with(_ change: (inout Reply) -> Void) -> Reply {
        var copy = self
        change(&copy)
        return copy
    }
}
