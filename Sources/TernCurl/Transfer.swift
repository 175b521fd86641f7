#if Curl && os(Linux)
    import CTernCurl
    import Foundation
    import Synchronization
    import TernCore
    import TernLocks

    /// One call: made and awaited by its caller, moved by the owner thread.
    ///
    /// The caller's fields are set before the call is handed in; the owner's are touched by the owner thread alone, until it
    /// has set an outcome under the lock, after which they are the caller's to read.
    final class Transfer: @unchecked Sendable {  // guarded by that order, and by the lock
        // MARK: Set by the caller

        let request: Request
        let origin: Origin
        let shard: Shard
        let url: String
        let headers: CurlList
        let limit: Int
        let stream: StreamBuffer?
        let upload: UploadBuffer?
        /// The call's clock, where it isn't the process's own.
        let virtualTime: TimeSource?

        // MARK: The owner's

        var easy: EasyHandle?
        /// Address overrides, which libcurl reads when the transfer starts.
        var resolve: CurlList?
        var head = ResponseHead()
        var body = Data()
        var metrics = Metrics()
        /// Why a callback stopped the transfer: libcurl's own code then says only that one did.
        var failure: TernError?
        var hasStarted = false
        var isEnded = false
        var isHeadDelivered = false
        var isQueued = false
        /// Where it stands in its host's line.
        var queuePlace = 0
        var received: Int64 = 0
        var sent: Int64 = 0
        /// How often the request was put on the wire.
        var sendings = 0
        /// Tells whether a used connection is silent, as one of HTTP/1 must be; nil where bytes may come at any time.
        var sockets: Sockets?
        /// The connection that libcurl chose wasn't silent, so that nothing was sent on it.
        var hasFoundInput = false
        /// The request goes out a second time, on a connection of its own.
        var isRestarted = false
        var activeIndex = -1

        var enteredAt = Duration.zero
        var startedAt = Duration.zero
        var movedAt = Duration.zero
        /// The loop's present round.
        var round: LoopRound?
        var uploadOffset = 0
        /// Part of the body was handed to libcurl, and more is to follow.
        var isSending = false
        var nextDeadline = Duration.zero
        var deadlineIndex = -1
        var alarm: Task<Void, Never>?

        // MARK: Shared

        private struct Shared {
            var isCancelled = false
            var outcome: Result<Answer, TernError>?
            var waiter: UnsafeContinuation<Void, Never>?
        }

        /// What the caller gets to see: a copy, since the owner goes on with a streamed answer's trailers and metrics.
        private struct Answer {
            let status: HTTPStatus
            let fields: [HTTPHeaders.Field]
            let metrics: Metrics
        }

        private let shared = Locked(Shared())

        init(
            _ request: Request, origin: Origin, shard: Shard, configuration: CurlTransport.Configuration
        ) throws(TernError) {
            self.request = request
            self.origin = origin
            self.shard = shard
            url = Self.text(of: request.url)
            headers = CurlList(headersOf: request)
            let time = request.time
            virtualTime = time.isContinuous ? nil : time
            if case .streamed = request.delivery { stream = StreamBuffer() } else { stream = nil }
            if case .collected(let limit) = request.delivery { self.limit = limit } else { limit = Int.max }
            if case .stream(let oneShot) = request.body.storage {
                guard let source = oneShot.take() else {
                    throw TernError(
                        .requestBodyFailed, request: request,
                        message: "its body is a stream that was sent before: make a new request with a new stream")
                }
                upload = UploadBuffer(source, length: oneShot.length)
            } else {
                upload = nil
            }
            stream?.attach(self)
            Self.live.add(1, ordering: .relaxed)
        }

        deinit { Self.live.subtract(1, ordering: .relaxed) }

        /// How many there are in this process, so that a test can tell that none leaks.
        static let live = Atomic<Int>(0)

        // A fragment is never sent.
        private static func text(of url: URL) -> String {
            let text = url.absoluteString
            return text.utf8.contains(UInt8(ascii: "#")) ? String(text.prefix { $0 != "#" }) : text
        }

        @discardableResult
        func post(_ message: Message) -> Bool { shard.post(message) }

        // MARK: The caller's side

        /// Hands the call in and waits for its outcome: the whole answer, or its head where it is streamed.
        nonisolated(nonsending) func run() async throws(TernError) -> Response<ResponseBody> {
            await withTaskCancellationHandler {
                await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                    // Cancelled this early, it may have come to its end before it was handed in.
                    let isEnded = shared.withLock { shared in
                        guard shared.outcome == nil else { return true }
                        shared.waiter = continuation
                        return false
                    }
                    if isEnded { return continuation.resume() }
                    if !post(.start(self)) { refuse() }
                }
            } onCancel: {
                cancel()
            }
            guard let outcome = shared.withLock({ $0.outcome }) else {
                throw TernError(.transport, request: request, message: "the call ended without an outcome")
            }
            let answer = try outcome.get()
            return Response(
                request: request, status: answer.status, headers: HTTPHeaders(answer.fields), metrics: answer.metrics,
                value: stream.map { ResponseBody($0) } ?? ResponseBody(body))
        }

        /// Ends a call that the shard didn't take, and which its owner therefore never sees.
        private func refuse() {
            let error = TernError(
                .closed, request: request,
                message: "the transport was closed: make calls before close(), or with another transport")
            upload?.cancel()
            stream?.finish(.failure(error))
            complete(.failure(error))
        }

        /// Ends the call from any thread: nothing is sent if it hasn't started.
        func cancel() {
            let isEarly = shared.withLock { shared in
                shared.isCancelled = true
                return shared.outcome == nil || stream != nil
            }
            if isEarly { post(.cancel(self)) }
        }

        // MARK: The owner's side

        /// The time on this call's clock.
        var now: Duration {
            guard let virtualTime else { return round?.now ?? TimeSource.continuous.now() }
            return virtualTime.now()
        }

        /// Bytes moved: the idle timer starts anew.
        func touch() { movedAt = now }

        var isCancelled: Bool { shared.withLock { $0.isCancelled } }

        /// Sets the caller's outcome and wakes it, by the end of the loop's round at the latest. The first one counts.
        func complete(_ outcome: Result<Void, TernError>) {
            let waiter = shared.withLock { shared -> UnsafeContinuation<Void, Never>? in
                guard shared.outcome == nil else { return nil }
                shared.outcome = outcome.map { Answer(status: head.status, fields: head.fields, metrics: metrics) }
                defer { shared.waiter = nil }
                return shared.waiter
            }
            guard let waiter else { return }
            if let round { round.wake(waiter) } else { waiter.resume() }
        }

        /// Whether the same request must never be put on the wire twice.
        var isSentOnce: Bool { !request.isRepeatable }
    }

    /// A list of C strings in libcurl's form. It lives until the call has ended.
    final class CurlList: @unchecked Sendable {  // immutable once made
        let raw: OpaquePointer?

        init(_ lines: some Sequence<String>) {
            var list: OpaquePointer?
            for line in lines { list = tern_list_append(list, line) ?? list }
            raw = list
        }

        /// The header lines of a request, with those removed that libcurl would add on its own.
        init(headersOf request: Request) {
            let headers = request.headers
            var list: OpaquePointer?
            for field in headers { list = tern_list_append_field(list, field.name.rawName, field.value) ?? list }
            if !request.body.isNone || request.method.expectsBody {
                if !headers.contains(.contentType) { list = tern_list_append(list, "Content-Type:") ?? list }
                if !headers.contains("Expect") { list = tern_list_append(list, "Expect:") ?? list }
                if request.body.length == nil, !headers.contains(.transferEncoding) {
                    list = tern_list_append(list, "Transfer-Encoding: chunked") ?? list
                }
            }
            raw = list
        }

        deinit { if let raw { tern_list_free(raw) } }
    }

    extension HTTPMethod {
        /// Whether a request without a body says so by `Content-Length: 0` (RFC 9110 §8.6).
        var expectsBody: Bool { self == .post || self == .put || self == .patch }
    }
#endif
