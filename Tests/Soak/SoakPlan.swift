import Foundation
import TernCore
import TernTesting

/// Numbers that a seed determines (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// What one call does, what its server does to it, and how it may end. Seed and number determine it, so that caller and
/// server agree without a word.
struct SoakPlan: Sendable {
    enum Sending: CaseIterable { case get, put, post, postMuch, oneShot }
    enum Reading: CaseIterable { case whole, firstChunk, nothing }
    enum Trouble: CaseIterable {
        case close, halfClose, reset, stall, delay
        case closeInRequest, resetInRequest, refuseEarly
        case garbage, differingLengths, badChunk, shortBody, interim, lengthAndChunks
    }

    static let idleTimeout = Duration.milliseconds(300)

    let number: Int
    let sending: Sending
    let isStreamed: Bool
    let reading: Reading
    let trouble: Trouble?
    /// After how many turns of the scheduler the caller gives up; nil: never.
    let patience: Int?
    private let size: Int
    private let isChunked: Bool
    private let cut: Int

    init(number: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
        self.number = number
        sending = Self.pick(Sending.allCases, .get, &random)
        isStreamed = Int.random(in: 0..<3, using: &random) == 0
        reading = Int.random(in: 0..<4, using: &random) == 0 ? Self.pick(Reading.allCases, .whole, &random) : .whole
        let isTroubled = Int.random(in: 0..<2, using: &random) == 0
        let trouble = Self.pick(Trouble.allCases, .close, &random)
        // Stalls cost time, and no more is learned from many.
        let isRare = trouble == .stall && Int.random(in: 0..<4, using: &random) > 0
        self.trouble = isTroubled && !isRare ? trouble : nil
        patience = Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 0..<200, using: &random) : nil
        size = Self.pick([0, 1, 10, 1000, 70_000, 300_000], 0, &random)
        isChunked = Bool.random(using: &random)
        cut = Int.random(in: 0...(size + 200), using: &random)
    }

    private static func pick<Value>(_ values: [Value], _ otherwise: Value, _ random: inout SeededGenerator) -> Value {
        values.randomElement(using: &random) ?? otherwise
    }

    // MARK: The caller's side

    var answer: Data { Data(repeating: UInt8(truncatingIfNeeded: number), count: size) }

    func request(to server: URL) -> Request {
        let options = RequestOptions { $0.idleTimeout = Self.idleTimeout }
        let (method, body): (HTTPMethod, RequestBody) =
            switch sending {
            case .get: (.get, .none)
            case .put: (.put, RequestBody(Data(count: 1000)))
            case .post: (.post, RequestBody(Data(count: 1000)))
            case .postMuch: (.post, RequestBody(Data(count: 500_000)))
            case .oneShot: (.post, oneShotBody)
            }
        return Request(method, server.appending(path: "\(number)"), body: body, options: options)
    }

    private var oneShotBody: RequestBody {
        RequestBody(
            streaming: AsyncStream { continuation in
                for _ in 0..<4 { continuation.yield(Data(count: 5000)) }
                continuation.finish()
            })
    }

    /// Whether the request must not arrive more than once.
    var isSentOnce: Bool { sending != .get && sending != .put }

    /// Whether no whole answer can come.
    var mustFail: Bool {
        switch trouble {
        case .garbage, .differingLengths, .badChunk, .shortBody: true
        // Nothing is missing from an answer whose head says that it is empty.
        case .stall: cut < 200 || isChunked || size > 0
        default: false
        }
    }

    /// Whether the call may end so. Connections that die at birth, and a busy machine's timers, can hit any call.
    func allows(_ code: TernError.Code) -> Bool {
        switch code {
        case .connection, .connectionLost, .idleTimeout: true
        case .cancelled: patience != nil
        case .truncatedBody: trouble != nil
        case .malformedResponse: trouble == .garbage || trouble == .differingLengths || trouble == .badChunk
        default: false
        }
    }

    // MARK: The server's side

    var reply: Reply {
        var reply = Reply(
            body: isChunked ? .chunked([answer.prefix(size / 2), answer.dropFirst(size / 2)]) : .sized(answer))
        let ok = "HTTP/1.1 200 OK\r\n"
        // Within the head, or within the body.
        let phase: Reply.Phase = cut < 200 ? .head(afterBytes: cut) : .body(afterBytes: cut - 200)
        switch trouble {
        case nil: break
        case .close: reply = reply.fault(.close, at: phase)
        case .halfClose: reply = reply.fault(.halfClose, at: phase)
        case .reset: reply = reply.fault(.reset, at: phase)
        case .stall: reply = reply.fault(.stall, at: cut < 200 ? .head(afterBytes: 10) : .afterHead)
        case .delay: reply = reply.fault(.delay(.milliseconds(2)), at: phase)
        case .closeInRequest: reply = reply.fault(.close, at: .request(afterBytes: cut))
        case .resetInRequest: reply = reply.fault(.reset, at: .request(afterBytes: cut))
        case .refuseEarly:
            reply.status = 413
            reply = reply.early(afterBodyBytes: 0)
        case .garbage: reply = .raw("garbage\r\n\r\n")
        case .differingLengths: reply = .raw(ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab")
        case .badChunk: reply = .raw(ok + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nxyz\r\n")
        case .shortBody: reply = .raw(ok + "Content-Length: 1000000\r\n\r\nshort")
        case .interim: reply = reply.informational(103, headers: ["Link": "</x>"])
        case .lengthAndChunks:
            reply = Reply(headers: ["Content-Length": "3", "Transfer-Encoding": "chunked"], body: .chunked([answer]))
        }
        return reply
    }
}
