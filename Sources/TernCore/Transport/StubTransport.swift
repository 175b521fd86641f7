import Foundation
import TernLocks

/// A transport without a wire, for tests and previews: it answers out of a sample or a closure.
///
/// ```swift
/// let transport = StubTransport { request in
///     request.url.path == "/me" ? .json(#"{"name": "Ada"}"#) : .status(.notFound)
/// }
/// let client = Client(transport: transport)
/// ```
///
/// All else is as with a real answer: interceptors, validation, limits, timeouts, progress, streaming and cancellation.
public struct StubTransport: Transport {
    private let stubbing: Stubbing
    private let answer: @Sendable (Request) async throws -> Sample

    /// Makes a transport that answers by a closure.
    ///
    /// - Parameters:
    ///   - stubbing: when to answer.
    ///   - answer: is asked for each request. The request's body lies in memory, a streamed one as well. An error that is
    ///     no ``TernError`` becomes one with the code `.transport`.
    public init(_ stubbing: Stubbing = .immediate, answer: @escaping @Sendable (Request) async throws -> Sample) {
        self.stubbing = stubbing
        self.answer = answer
    }

    /// Makes a transport that always answers the same.
    public init(_ stubbing: Stubbing = .immediate, answering sample: Sample) {
        self.init(stubbing) { _ in sample }
    }

    /// Answers the request, when it is due.
    public func send(_ request: Request) async throws -> Response<ResponseBody> {
        let start = request.time.now()
        try Task.checkCancellation()
        let (received, bytesSent) = try await upload(request)
        try await wait(for: request, since: start)
        let sample = try await answer(received)
        try Task.checkCancellation()
        if let error = sample.error { throw error }

        let body = Self.hasBody(sample.status, request.method) ? sample.body : Data()
        var metrics = Metrics()
        metrics.firstByte = request.time.now() - start
        metrics.total = metrics.firstByte
        metrics.bytesSent = bytesSent
        metrics.bytesReceived = Int64(body.count)
        let progress = TransferProgress(
            bytesSent: bytesSent, bytesToSend: bytesSent, bytesToReceive: Int64(body.count))
        return Response(
            request: request, status: sample.status, headers: sample.headers, metrics: metrics,
            value: try await deliver(body, of: request, progress))
    }

    /// Reads the request's body as a wire would, and returns the request with it in memory.
    private func upload(_ request: Request) async throws -> (Request, bytesSent: Int64) {
        var progress = TransferProgress(bytesToSend: request.body.length)
        guard case .stream(let stream) = request.body.storage else {
            progress.bytesSent = request.body.length ?? 0
            if progress.bytesSent > 0 { request.options.onProgress?(progress) }
            return (request, progress.bytesSent)
        }
        guard let source = stream.take() else { throw Self.bodyFailed("it has been read before") }
        defer { source.cancel() }
        var bytes = Data()
        do {
            while let chunk = try await source.next() {
                bytes.append(chunk)
                progress.bytesSent = Int64(bytes.count)
                if let length = stream.length, progress.bytesSent > length { break }
                request.options.onProgress?(progress)
            }
        } catch let error where !(error is CancellationError) {
            throw Self.bodyFailed("\(error)", error)
        }
        if let length = stream.length, length != progress.bytesSent {
            throw Self.bodyFailed(
                "it has \(progress.bytesSent < length ? "fewer" : "more") bytes than the \(length) it said")
        }
        var received = request
        received.body = RequestBody(bytes)
        return (received, progress.bytesSent)
    }

    private static func bodyFailed(_ reason: String, _ underlying: (any Error)? = nil) -> TernError {
        TernError(.requestBodyFailed, underlying: underlying, message: "the stream to be sent failed: \(reason)")
    }

    /// Sleeps until the answer is due, or until the first of the call's timeouts that is sooner.
    private func wait(for request: Request, since start: Duration) async throws {
        guard stubbing.delay > .zero else { return }
        let due = start + stubbing.delay
        let limits: [(end: Duration?, code: TernError.Code, message: String)] = [
            (request.deadline, .totalTimeout, "the whole call took longer than its totalTimeout"),
            (request.timeout.map { start + $0 }, .timeout, "the attempt took longer than the target's timeout"),
            (request.options.idleTimeout.map { start + $0 }, .idleTimeout, "no byte moved for the idleTimeout"),
        ]
        let first = limits.filter { $0.end != nil }.min { $0.end ?? due < $1.end ?? due }
        guard let first, let end = first.end, end < due else { return try await request.time.sleep(due) }
        try await request.time.sleep(end)
        throw TernError(first.code, message: first.message)
    }

    private func deliver(
        _ body: Data, of request: Request, _ progress: TransferProgress
    ) async throws -> ResponseBody {
        switch request.delivery {
        case .collected(let limit):
            let whole = ResponseBody(try await ResponseBody(body).collect(upTo: limit))
            if !body.isEmpty {
                var progress = progress
                progress.bytesReceived = Int64(body.count)
                request.options.onProgress?(progress)
            }
            return whole
        case .streamed:
            return ResponseBody(SampleSource(body, progress, request.options.onProgress))
        }
    }

    /// Whether an answer has a body at all (RFC 9112 §6.3).
    private static func hasBody(_ status: HTTPStatus, _ method: HTTPMethod) -> Bool {
        method != .head && !status.isInformational && status != .noContent && status != .notModified
    }
}

/// A sample's body in chunks.
private final class SampleSource: BodySource {
    private static let chunkSize = 16 << 10

    private let rest: Locked<Data>
    private let progress: TransferProgress
    private let onProgress: (@Sendable (TransferProgress) -> Void)?

    init(_ body: Data, _ progress: TransferProgress, _ onProgress: (@Sendable (TransferProgress) -> Void)?) {
        rest = Locked(body)
        self.progress = progress
        self.onProgress = onProgress
    }

    func next() async throws -> Data? {
        try Task.checkCancellation()
        let (chunk, left) = rest.withLock { rest in
            let chunk = rest.prefix(Self.chunkSize)
            rest = rest.dropFirst(Self.chunkSize)
            return (Data(chunk), rest.count)
        }
        guard !chunk.isEmpty else { return nil }
        var progress = progress
        progress.bytesReceived = (progress.bytesToReceive ?? 0) - Int64(left)
        onProgress?(progress)
        return chunk
    }

    func cancel() { rest.withLock { $0 = Data() } }
}
