#if Curl && os(Linux)
    import CTernCurl
    import Foundation
    import TernCore

    /// What a loop's transfers know of its present round.
    final class LoopRound: @unchecked Sendable {  // of the owner thread alone
        /// The time, read once a round.
        private(set) var now = TimeSource.continuous.now()
        /// Who has got bytes. libcurl hands them over in small pieces, of which a reader is told once.
        private var streams: [StreamBuffer] = []
        /// Callers whose outcomes are set.
        private var waiters: [UnsafeContinuation<Void, Never>] = []
        var isCrowded = false

        func readTime() { now = TimeSource.continuous.now() }

        func note(_ stream: StreamBuffer) {
            if streams.last !== stream { streams.append(stream) }
        }

        /// Wakes a caller, at the end of the round where there are many.
        ///
        /// Woken one by one, the threads of many callers sleep again in between, which with 512 of them costs a tenth of
        /// all calls; those of few had better come up while the owner goes on (make bench).
        func wake(_ waiter: UnsafeContinuation<Void, Never>) {
            if isCrowded { waiters.append(waiter) } else { waiter.resume() }
        }

        func wakeAll() {
            for stream in streams { stream.wakeReader() }
            streams.removeAll(keepingCapacity: true)
            for waiter in waiters { waiter.resume() }
            waiters.removeAll(keepingCapacity: true)
        }
    }

    /// What a shard's owner thread does: mailbox → add → perform → reap → poll, until the transport is closed and the
    /// last call has ended.
    final class ShardLoop {
        let multi: UnsafeMutableRawPointer
        private let shard: Shard
        private let mailbox: Mailbox
        private let round = LoopRound()
        private let configuration: CurlTransport.Configuration
        private let roots: UnsafeMutableRawBufferPointer?
        private let resolve: [String: String]
        private var messages: [Message] = []
        private var admission: Admission
        private var deadlines = Deadlines()
        private var active: [Transfer] = []
        private var pool: [EasyHandle] = []
        private let sockets = Sockets()

        // A poll is never longer. Where libcurl got no descriptors to be woken by, it looks for mail this often instead.
        private let longestPoll: Duration
        private static let pooledHandles = 1024
        // One wakeup of the reader then carries sixteen times as much as with libcurl's own 16 KiB.
        private static let streamBuffer = 256 << 10

        init(_ shard: Shard, _ mailbox: Mailbox) {
            self.shard = shard
            self.mailbox = mailbox
            configuration = shard.configuration
            admission = Admission(configuration)
            guard
                let multi = tern_multi_create(
                    configuration.maxConcurrentCalls, configuration.maxConnectionsPerHost,
                    configuration.maxStreamsPerConnection)
            else {
                // It fails only without memory, where Swift's own allocations trap as well.
                preconditionFailure("curl_multi_init failed: the system is out of memory")
            }
            self.multi = multi
            longestPoll = tern_multi_wakeup(multi) == 0 ? .seconds(60) : .milliseconds(10)
            // Host names as they stand in requests: in lower case, and in punycode.
            resolve = Dictionary(
                configuration.resolve.map { host, address in
                    (URL(string: "http://\(host)/").flatMap { Origin($0)?.host } ?? host.lowercased(), address)
                }, uniquingKeysWith: { first, _ in first })
            if case .pem(let pem) = configuration.trustRoots {
                // libcurl reads it in place for as long as a handle lives: freed in shutDown, after them.
                let roots = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, pem.count), alignment: 1)
                pem.copyBytes(to: roots)
                self.roots = roots
            } else {
                roots = nil
            }
        }

        func run() {
            while true {
                takeMail()
                round.isCrowded = active.count > 64
                let code = tern_multi_perform(multi)
                reap()
                if code != 0 { failAll(code) }
                expire()
                shard.report(Shard.Load(active: admission.active, queued: admission.queued))
                round.wakeAll()
                switch mailbox.rest(isIdle: active.isEmpty && admission.queued == 0) {
                case .work: continue
                case .end: return
                case .sleep: _ = tern_multi_poll(multi, timeUntilDeadline)
                }
            }
        }

        /// Frees what only this thread has. Nobody may wake the multi handle any more.
        func shutDown() {
            pool = []
            tern_multi_destroy(multi)
            roots?.deallocate()
        }

        // MARK: Messages

        private func takeMail() {
            round.readTime()
            // A job that ran here may have handed in a call: the second look lets it go out in this round.
            for _ in 0..<2 {
                mailbox.take(into: &messages)
                guard !messages.isEmpty else { return }
                for message in messages { handle(message) }
                messages.removeAll(keepingCapacity: true)
            }
        }

        private func handle(_ message: Message) {
            switch message {
            case .start(let transfer): enter(transfer)
            case .cancel(let transfer):
                finish(transfer, .failure(transfer.error(.cancelled, "the call was cancelled")))
            case .resumeReceiving(let transfer):
                transfer.touch()
                unpause(transfer)
            case .resumeSending(let transfer): unpause(transfer)
            case .alarm(let transfer): check(transfer)
            case .job(let job): job.runSynchronously(on: UnownedTaskExecutor(ordinary: shard))
            case .close: break
            }
        }

        private func unpause(_ transfer: Transfer) {
            guard !transfer.isEnded, let easy = transfer.easy else { return }
            _ = tern_easy_unpause(easy.raw)
            schedule(transfer)
        }

        private func enter(_ transfer: Transfer) {
            transfer.round = round
            transfer.enteredAt = transfer.now
            guard !transfer.isCancelled else {
                return finish(
                    transfer, .failure(transfer.error(.cancelled, "the call was cancelled before it was sent")))
            }
            if let next = admission.enter(transfer) {
                start(next)
            }
            if !transfer.hasStarted { schedule(transfer) }
        }

        // MARK: Starting and ending

        private func start(_ transfer: Transfer) {
            transfer.hasStarted = true
            transfer.startedAt = transfer.now
            transfer.movedAt = transfer.startedAt
            // A buffer of another size is for a handle that was never used, so streams don't take theirs from the pool.
            guard let easy = (transfer.stream == nil ? pool.popLast() : nil) ?? EasyHandle() else {
                return finish(
                    transfer, .failure(transfer.error(.transport, "curl_easy_init failed: the system is out of memory"))
                )
            }
            transfer.easy = easy
            transfer.sockets = admission.usesConnectionsAlone(transfer) ? sockets : nil
            let code = add(easy, transfer)
            guard code == TERN_CURL_OK else {
                return finish(transfer, transfer.outcome(of: Int32(code), easy))
            }
            transfer.activeIndex = active.count
            active.append(transfer)
            transfer.upload?.start(for: transfer)
            schedule(transfer)
        }

        private func add(_ easy: EasyHandle, _ transfer: Transfer) -> Int {
            let code = prepare(easy, transfer)
            return code == TERN_CURL_OK ? Int(tern_multi_add(multi, easy.raw)) : code
        }

        /// Sends a call again, once, on a fresh connection.
        private func restart(_ transfer: Transfer, _ easy: EasyHandle) {
            _ = tern_multi_remove(multi, easy.raw)
            transfer.restart()
            let code = add(easy, transfer)
            if code != TERN_CURL_OK { finish(transfer, transfer.outcome(of: Int32(code), easy)) }
        }

        private func reap() {
            var easy: UnsafeMutableRawPointer?
            var code: Int32 = 0
            while let context = tern_multi_next_done(multi, &easy, &code) {
                // Its place in `active` holds it until finish.
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                guard let handle = transfer.easy else { continue }
                if transfer.mayGoAgain(after: code, handle) {
                    restart(transfer, handle)
                    continue
                }
                transfer.metrics = Metrics(handle.raw, queued: transfer.startedAt - transfer.enteredAt)
                if reusesConnections(of: transfer), admission.note(transfer.metrics.version, of: transfer.origin) {
                    while let next = admission.next(of: transfer.origin) { start(next) }
                }
                // One that could not be rewound is in a state that its next user must not meet.
                finish(
                    transfer, transfer.outcome(of: code, handle), isReusable: Int(code) != TERN_CURL_SEND_FAIL_REWIND)
            }
        }

        private func reusesConnections(of transfer: Transfer) -> Bool {
            transfer.metrics.version != .http2 || transfer.origin.scheme == "https"
                || CurlTransport.capabilities.reusesPriorKnowledge
        }

        /// The one way out of a call. The first outcome counts.
        private func finish(_ transfer: Transfer, _ outcome: Result<Void, TernError>, isReusable: Bool = true) {
            guard !transfer.isEnded else { return }
            transfer.isEnded = true
            deadlines.remove(transfer)
            transfer.alarm?.cancel()
            transfer.alarm = nil
            if transfer.activeIndex >= 0 {
                if let easy = transfer.easy { _ = tern_multi_remove(multi, easy.raw) }
                let last = active.removeLast()
                if last !== transfer {
                    active[transfer.activeIndex] = last
                    last.activeIndex = transfer.activeIndex
                }
                transfer.activeIndex = -1
            }
            if let easy = transfer.easy, isReusable, transfer.stream == nil, pool.count < Self.pooledHandles {
                pool.append(easy)
            }
            transfer.easy = nil
            let next = transfer.hasStarted ? admission.leave(transfer) : nil
            if !transfer.hasStarted { admission.abandon(transfer) }
            transfer.upload?.cancel()
            if case .success = outcome { transfer.reportProgress() }
            transfer.complete(outcome)
            transfer.stream?.finish(outcome)
            if let next { start(next) }
        }

        private func failAll(_ code: Int32) {
            for transfer in active {
                finish(
                    transfer, .failure(transfer.error(.transport, "libcurl's multi interface failed with code \(code)"))
                )
            }
        }

        // MARK: Time

        /// Files the transfer's next deadline, or takes it out where no timer runs.
        private func schedule(_ transfer: Transfer) {
            guard !transfer.isEnded else { return }
            guard let deadline = transfer.firstDeadline else { return deadlines.remove(transfer) }
            transfer.nextDeadline = deadline
            guard let time = transfer.virtualTime else { return deadlines.update(transfer) }
            transfer.alarm?.cancel()
            transfer.alarm = Task {
                do { try await time.sleep(deadline) } catch { return }
                transfer.post(.alarm(transfer))
            }
        }

        private func expire() {
            guard deadlines.first != nil else { return }
            round.readTime()
            while let transfer = deadlines.first, transfer.nextDeadline <= round.now { check(transfer) }
        }

        /// Ends the call if a timer has, or files its next deadline: bytes may have moved since the last.
        private func check(_ transfer: Transfer) {
            guard !transfer.isEnded else { return }
            if let error = transfer.expired(at: transfer.now) {
                finish(transfer, .failure(error))
            } else {
                schedule(transfer)
            }
        }

        private var timeUntilDeadline: Int32 {
            guard let deadline = deadlines.first?.nextDeadline else { return Int32(longestPoll.milliseconds) }
            // Rounded up: waking a moment early would only poll again.
            return Int32((min(max(deadline - round.now, .zero), longestPoll) + .microseconds(999)).milliseconds)
        }

        // MARK: libcurl's settings

        private func prepare(_ easy: EasyHandle, _ transfer: Transfer) -> Int {
            let request = transfer.request
            var settings = tern_settings()
            settings.headers = transfer.headers.raw
            settings.decompress = !request.headers.contains(.acceptEncoding)
            settings.receive_buffer = transfer.stream == nil ? 0 : Self.streamBuffer
            settings.fresh_connection = transfer.isRestarted
            settings.sent_once = transfer.isSentOnce
            settings.sockets = UnsafePointer(sockets.callbacks)
            settings.proxy_from_environment = configuration.usesProxyEnvironment
            settings.http_version = Int32(request.options.httpVersion.map { $0.major * 10 + $0.minor } ?? 0)
            // libcurl takes 0 for its own default, and cuts off what an unsigned int can't hold.
            settings.connect_timeout_ms =
                min(max(request.options.connectTimeout, .milliseconds(1)), .milliseconds(Int32.max)).milliseconds
            settings.ca_pem = UnsafeRawPointer(roots?.baseAddress)
            settings.ca_pem_length = roots?.count ?? 0
            settings.error_buffer = easy.errorBuffer
            settings.context = Unmanaged.passUnretained(transfer).toOpaque()
            settings.header = Transfer.onHeader
            settings.write = Transfer.onBody
            settings.read = Transfer.onRead
            settings.seek = Transfer.onSeek
            settings.prereq = Transfer.onPrerequest
            settings.progress = request.options.onProgress == nil ? nil : Transfer.onProgress
            let resolved = resolve[transfer.origin.host].map {
                CurlList(["\(transfer.origin.host):\(transfer.origin.port):\($0)"])
            }
            settings.resolve = resolved?.raw
            transfer.resolve = resolved
            return transfer.url.withCString { url in
                request.method.rawValue.withCString { method in
                    settings.url = url
                    settings.method = method
                    return prepareBody(of: request, easy, &settings)
                }
            }
        }

        // Small bodies are copied and leave in one packet with the head; large ones are read as they go out.
        private static let copiedBody = 64 << 10

        private func prepareBody(of request: Request, _ easy: EasyHandle, _ settings: inout tern_settings) -> Int {
            settings.body_length = request.body.length ?? -1
            if let data = request.body.data, data.count <= Self.copiedBody {
                settings.body_kind = data.isEmpty ? TERN_BODY_EMPTY : TERN_BODY_MEMORY
                return data.withUnsafeBytes { bytes in
                    settings.body = bytes.baseAddress
                    return Int(tern_easy_prepare(easy.raw, &settings))
                }
            }
            if request.body.isNone {
                settings.body_kind = request.method.expectsBody ? TERN_BODY_EMPTY : TERN_BODY_NONE
            } else {
                settings.body_kind = TERN_BODY_READ
            }
            return Int(tern_easy_prepare(easy.raw, &settings))
        }
    }

    extension Duration {
        /// Whole milliseconds, cut, of a time that was brought within a month.
        fileprivate var milliseconds: Int {
            let (seconds, attoseconds) = components
            return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        }
    }
#endif
