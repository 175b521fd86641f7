import Foundation
import TernCore
import TernTesting

extension FaultMatrix {
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let whole = "0123456789"

    private static func raw(
        _ name: String, _ text: String, _ code: TernError.Code?, status: HTTPStatus? = .ok,
        body: FaultRow.Received = .whole(whole), next: FaultRow.Next = .freshConnection, closing: Bool = false
    ) -> FaultRow {
        FaultRow(
            name: name, reply: { _ in .raw(text, closing: closing) }, code: code, status: status, body: body, next: next
        )
    }

    private static func badHead(_ name: String, _ text: String, _ code: TernError.Code = .malformedResponse) -> FaultRow
    {
        raw(name, text, code, status: nil, body: .nothing)
    }

    private static func badBody(_ name: String, _ text: String, _ code: TernError.Code, came: String) -> FaultRow {
        raw(name, text, code, body: .atMost(came), closing: code == .truncatedBody)
    }

    /// What comes once the call has ended, and lies in wait for the next.
    private static func late(_ name: String, _ rest: String) -> FaultRow {
        let text = ok + "Content-Length: 10\r\n\r\n" + whole
        var row = FaultRow(
            name: name,
            reply: {
                .raw(text, closing: false).fault(.wait($0.wholeBody), at: .afterBody).fault(.text(rest), at: .afterBody)
            }, code: nil, next: .freshConnection)
        row.bytesBeforeNext = text.utf8.count + rest.utf8.count
        return row
    }

    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    private static let long = String(repeating: "a", count: 1000)
    private static let manyLines = (0..<100).map { "X-\($0): \(long)\r\n" }.joined()
    private static let manyHints = (0..<100).map { _ in "HTTP/1.1 103 Early Hints\r\nLink: \(long)\r\n\r\n" }.joined()

    /// Answers that are wrong, or only look so.
    static var oddAnswers: [FaultRow] {
        [
            badHead("no HTTP", "garbage\r\n\r\n"),
            badHead("a code of two digits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
            badHead("a code of letters", "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n"),
            badHead("a line without a name", ok + ": x\r\n\r\n"),
            badHead("a line without a colon", ok + "rubbish\r\nContent-Length: 0\r\n\r\n"),
            badHead("NUL in the head", ok + "X: a\0b\r\nContent-Length: 0\r\n\r\n"),
            badHead("a length that is no number", ok + "Content-Length: ten\r\n\r\n" + whole),
            badHead("a negative length", ok + "Content-Length: -1\r\n\r\n" + whole),
            badHead("differing lengths", ok + "Content-Length: 10\r\nContent-Length: 5\r\n\r\n" + whole),
            badHead("differing lengths in one field", ok + "Content-Length: 10, 5\r\n\r\n" + whole),
            badHead("a change of protocol that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\n\r\n" + whole),
            badHead("a head too large", ok + manyLines + "Content-Length: 10\r\n\r\n" + whole, .headersTooLarge),
            badHead("a line too long", ok + "X: \(String(repeating: long, count: 150))\r\n\r\n", .headersTooLarge),
            badHead("interim heads without end", manyHints, .headersTooLarge),

            raw(
                "equal lengths", ok + "Content-Length: 10\r\nContent-Length: 10\r\n\r\n" + whole, nil,
                next: .sameConnection),
            raw(
                "equal lengths in one field", ok + "Content-Length: 10, 10\r\n\r\n" + whole, nil, next: .sameConnection),
            raw("no length, then the end", ok + "\r\n" + whole, nil, closing: true),
            raw(
                "chunks and a length",
                ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\na\r\n\(whole)\r\n0\r\n\r\n",
                nil),
            raw(
                "a length and chunks",
                ok + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\na\r\n\(whole)\r\n0\r\n\r\n",
                nil),
            raw(
                "chunks with extensions and trailers", chunked + "a;x=y\r\n\(whole)\r\n0\r\nX: y\r\n\r\n", nil,
                next: .sameConnection),
            raw(
                "interim heads",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\nContent-Length: 4\r\n\r\n"
                    + ok + "Content-Length: 10\r\n\r\n" + whole, nil, next: .sameConnection),
            raw(
                "rubbish after the body", ok + "Content-Length: 10\r\n\r\n" + whole + "rubbish", nil,
                next: .freshConnection),
            raw(
                "an answer to no request after the body",
                ok + "Content-Length: 10\r\n\r\n" + whole + ok + "Content-Length: 5\r\n\r\nfalse", nil,
                next: .freshConnection),
            late("rubbish long after the body", "rubbish"),
            late("an answer to no request long after the body", ok + "Content-Length: 5\r\n\r\nfalse"),
            raw(
                "rubbish after the last chunk", chunked + "a\r\n\(whole)\r\n0\r\n\r\nrubbish", nil, next: .anyConnection
            ),

            badBody(
                "a chunk whose size is no number", chunked + "4\r\n0123\r\nxyz\r\n", .malformedResponse, came: "0123"),
            badBody("a chunk without a size", chunked + "4\r\n0123\r\n\r\n", .malformedResponse, came: "0123"),
            badBody(
                "a chunk longer than it says", chunked + "4\r\n0123456789\r\n0\r\n\r\n", .malformedResponse,
                came: "0123"),
            badBody(
                "a chunk with a size beyond measure", chunked + "11111111111111111\r\n", .malformedResponse, came: ""),
            badBody("the end within a chunk", chunked + "a\r\n0123", .truncatedBody, came: "0123"),
            badBody("the end before the last chunk", chunked + "4\r\n0123\r\n", .truncatedBody, came: "0123"),
            badBody("the end within the last chunk", chunked + "a\r\n\(whole)\r\n0\r\n", .truncatedBody, came: whole),
            badBody(
                "bytes that are no gzip", ok + "Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n" + whole,
                .decompression, came: ""),
        ]
    }

    /// Answers that come while the request is still on its way.
    static var earlyAnswers: [FaultRow] {
        let early = Reply.text(whole).early(afterBodyBytes: 4)
        let refusal = Reply.text(whole, status: 413).early(afterBodyBytes: 4)
        return [
            earlyRow("early, kept open", nil, next: .sameConnection) { _ in early },
            earlyRow("early, closed", nil, arrivals: 0) { _ in early.closing() },
            earlyRow("early, reset", .connectionLost, arrivals: 0) { early.reset(after: $0) },
            earlyRow("early refusal, kept open", nil, status: 413, arrivals: 0) { _ in refusal },
            earlyRow("early refusal, closed", nil, status: 413, arrivals: 0) { _ in refusal.closing() },
            earlyRow("early refusal, reset", nil, status: 413, arrivals: 0) { refusal.reset(after: $0) },
        ]
    }

    private static func earlyRow(
        _ name: String, _ code: TernError.Code?, status: HTTPStatus = .ok, arrivals: Int = 1,
        next: FaultRow.Next = .freshConnection, _ reply: @escaping @Sendable (FaultProbe) -> Reply
    ) -> FaultRow {
        FaultRow(
            name: name, reply: reply, code: code, status: status, arrivals: arrivals, next: next, upload: .paused)
    }
}

extension Reply {
    /// Once the caller has the answer, so that it can't get lost with the connection.
    fileprivate func reset(after probe: FaultProbe) -> Reply {
        fault(.wait(probe.wholeBody), at: .request(afterBytes: 5)).fault(.reset, at: .request(afterBytes: 5))
    }
}
