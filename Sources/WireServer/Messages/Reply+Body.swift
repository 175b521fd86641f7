public import Foundation

extension Reply {
    /// The body of a reply, and how its end is told.
    public struct Body: Sendable, ExpressibleByStringLiteral {
        enum Form: Sendable {
            case none
            case sized(Data)
            case chunked([Data])
            case untilClose(Data)
            case unframed(Data)
            case stream(chunk: Data, count: Int, chunked: Bool)
        }

        let form: Form

        /// No body: `Content-Length: 0`.
        public static let none = Body(form: .none)

        /// Bytes with a Content-Length.
        public static func sized(_ data: Data) -> Body { Body(form: .sized(data)) }

        /// Chunks, each sent as given; empty ones are left out, for they would end the body.
        public static func chunked(_ chunks: [Data]) -> Body { Body(form: .chunked(chunks)) }

        /// Chunks of text.
        public static func chunked(_ chunks: String...) -> Body { .chunked(chunks.map { Data($0.utf8) }) }

        /// Bytes whose end is the end of the connection.
        public static func untilClose(_ data: Data) -> Body { Body(form: .untilClose(data)) }

        /// Bytes sent as they are, without a framing field and without closing: bad chunks, wrong lengths.
        public static func unframed(_ data: Data) -> Body { Body(form: .unframed(data)) }

        /// One piece, sent `count` times over; a gigabyte needs no more memory than the piece.
        public static func stream(_ chunk: Data, count: Int, chunked: Bool = false) -> Body {
            Body(form: .stream(chunk: chunk, count: count, chunked: chunked))
        }

        /// Text in UTF-8 with a Content-Length.
        public init(stringLiteral text: String) { self = .sized(Data(text.utf8)) }

        private init(form: Form) { self.form = form }
    }
}

/// The pieces of a body as they go over the wire, chunk framing included, made one by one.
struct BodyPieces: IteratorProtocol {
    private var pieces: [Data]
    private var repeats: Int
    private var end: Data?
    private var position = 0

    init(_ body: Reply.Body, trailers: HeaderFields) {
        let isChunked: Bool
        switch body.form {
        case .none: (pieces, repeats, isChunked) = ([], 1, false)
        case .sized(let data), .untilClose(let data), .unframed(let data):
            (pieces, repeats, isChunked) = ([data], 1, false)
        case .chunked(let chunks): (pieces, repeats, isChunked) = (chunks.map(Self.framed), 1, true)
        case .stream(let chunk, let count, let chunked):
            (pieces, repeats, isChunked) = ([chunked ? Self.framed(chunk) : chunk], count, chunked)
        }
        pieces.removeAll(where: \.isEmpty)
        end = isChunked ? Data(("0\r\n" + trailers.lines + "\r\n").utf8) : nil
    }

    mutating func next() -> Data? {
        guard position < pieces.count * repeats else { return end.take() }
        defer { position += 1 }
        return pieces[position % pieces.count]
    }

    private static func framed(_ chunk: Data) -> Data {
        guard !chunk.isEmpty else { return Data() }
        return Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
    }
}

extension HeaderFields {
    /// The fields as lines of a head.
    var lines: String { map { "\($0.name): \($0.value)\r\n" }.joined() }
}
