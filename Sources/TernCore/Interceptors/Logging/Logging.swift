import Foundation
import TernLocks

/// Writes down what goes out and what comes back, with secrets left out.
///
/// ```swift
/// let client = Client(logging: Logging(.headers))
/// ```
///
///     #1 → POST https://api.example.com/login, 34 bytes
///     #1 ← 200 OK POST https://api.example.com/login, 12.0 ms, 1024 bytes
///
/// It is the innermost interceptor: each redirect and each attempt is written down as it is sent.
public struct Logging: Interceptor {
    /// How much is written.
    public struct Level: Sendable {
        fileprivate var showsHeaders = false
        fileprivate var bodyLimit = 0
        fileprivate var showsCurl = false

        /// A line for what goes out and one for what comes back: method, URL, status, duration, bytes. The default.
        public static let basic = Level()
        /// As `.basic`, with the header fields.
        public static let headers = Level(showsHeaders: true)
        /// As `.headers`, with up to 16 KiB of each body that is text.
        public static let body = body(limit: 16 << 10)
        /// What goes out as a line that a shell can run, what comes back as in `.basic`.
        public static let curl = Level(showsCurl: true)

        /// As `.headers`, with up to `limit` bytes of each body that is text. A streamed body is never shown.
        public static func body(limit: Int) -> Level { Level(showsHeaders: true, bodyLimit: limit) }
    }

    private let level: Level
    private let redaction: Redaction
    private let sink: @Sendable (String) -> Void
    private let lastNumber = Locked(0)

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - level: how much is written.
    ///   - redaction: what is left out.
    ///   - sink: takes one entry, of one or more lines, at a time; from any thread. Default: the standard error stream.
    public init(
        _ level: Level = .basic, redacting redaction: Redaction = .standard,
        sink: @escaping @Sendable (String) -> Void = Logging.standardError
    ) {
        self.level = level
        self.redaction = redaction
        self.sink = sink
    }

    /// A line for what goes out and one for what comes back, to the standard error stream.
    public static var basic: Logging { Logging(.basic) }
    /// As `.basic`, with the header fields.
    public static var headers: Logging { Logging(.headers) }
    /// As `.headers`, with up to 16 KiB of each body that is text.
    public static var body: Logging { Logging(.body) }
    /// What goes out as a line that a shell can run.
    public static var curl: Logging { Logging(.curl) }

    /// Writes an entry to the standard error stream.
    public static let standardError: @Sendable (String) -> Void = { entry in
        try? FileHandle.standardError.write(contentsOf: Data("\(entry)\n".utf8))
    }

    /// Writes down the request and what becomes of it; a streamed body is not read.
    public func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        let call = "\(request.method.rawValue.printable) \(redaction.text(of: request.url))"
        sink("#\(number) → \(outgoing(request, call))")
        let start = request.time.now()
        do {
            let answer = try await next(request)
            let duration = (request.time.now() - start).readable
            sink("#\(number) ← \(answer.status) \(call), \(duration), \(incoming(answer))")
            return answer
        } catch {
            let duration = (request.time.now() - start).readable
            sink("#\(number) ✗ \(call), \(duration): \(error.reason.printable) (\(error.code))")
            throw error
        }
    }

    private func outgoing(_ request: Request, _ call: String) -> String {
        if level.showsCurl { return request.curlCommand(redacting: redaction) }
        var text = call
        if !request.body.isNone {
            text += ", " + (request.body.length.map { "\($0) bytes" } ?? "a stream")
        }
        if request.attempt > 1 { text += ", attempt \(request.attempt)" }
        return text + details(request.headers, request.body.data)
    }

    private func incoming(_ answer: Response<ResponseBody>) -> String {
        let size = answer.body.whole.map { "\($0.count) bytes" } ?? "streamed"
        return size + details(answer.headers, answer.body.whole)
    }

    private func details(_ headers: HTTPHeaders, _ body: Data?) -> String {
        guard level.showsHeaders else { return "" }
        var lines = headers.map { field in
            "\n    \(field.name.rawName.printable): \(redaction.value(of: field).printable)"
        }
        if level.bodyLimit > 0, let body, !body.isEmpty {
            let text = text(of: body, headers[.contentType].map { MediaType($0) })
            lines.append("\n\n    " + text.replacingOccurrences(of: "\n", with: "\n    "))
        }
        return lines.joined()
    }

    private func text(of body: Data, _ type: MediaType?) -> String {
        guard let type, type.isText else { return "(\(body.count) bytes of \(type?.essence ?? "an unnamed type"))" }
        let shown = body.prefix(level.bodyLimit)
        let text =
            String.Encoding(charset: type.charset ?? "utf-8").flatMap { String(data: shown, encoding: $0) }
            ?? String(decoding: shown, as: UTF8.self)
        let rest = body.count - shown.count
        return redaction.body(text, of: type) + (rest > 0 ? "… (\(rest) more bytes)" : "")
    }
}

extension MediaType {
    /// Whether bytes of this type are for people to read.
    package var isText: Bool {
        let essence = essence
        return essence.hasPrefix("text/") || essence.hasSuffix("+json") || essence.hasSuffix("+xml")
            || [
                "application/json", "application/xml", "application/x-www-form-urlencoded", "application/javascript",
                "application/graphql", "application/x-ndjson",
            ].contains(essence)
    }
}

extension Duration {
    /// `12.3 ms`, `4.56 s`
    fileprivate var readable: String {
        let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
        return seconds < 1 ? String(format: "%.1f ms", seconds * 1000) : String(format: "%.2f s", seconds)
    }
}

extension String {
    /// With control characters shown, so that a value can't forge a line of the log or command the terminal.
    fileprivate var printable: String {
        guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
        return unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }.joined()
    }
}
