#if Curl && os(Linux)
    import CTernCurl
    import Foundation
    import TernCore
    import TernLocks

    /// One owner thread with its connections, as other threads see it.
    final class Shard: Sendable {
        let configuration: CurlTransport.Configuration
        private let number: Int
        private let mailbox = Mailbox()
        private let loop = Locked(Running())

        struct Load: Sendable {
            var active = 0
            var queued = 0
        }

        private struct Running: @unchecked Sendable {  // a multi handle may be woken from any thread
            var multi: UnsafeMutableRawPointer?
            var load = Load()
        }

        init(_ configuration: CurlTransport.Configuration, number: Int) {
            self.configuration = configuration
            self.number = number
        }

        /// Tells the owner; false when the shard is closed, or has nothing to do with the message any more.
        @discardableResult
        func post(_ message: Message) -> Bool {
            guard case .accepted(let mustStart, let mustWake) = mailbox.post(message) else { return false }
            if mustStart { startThread() }
            if mustWake {
                if let multi = loop.withLock({ $0.multi }) { _ = tern_multi_wakeup(multi) }
                mailbox.didWake()
            }
            return true
        }

        func close() { post(.close) }

        var load: Load { loop.withLock { $0.load } }

        func report(_ load: Load) { loop.withLock { $0.load = load } }

        /// Every libcurl call of the process comes after this one.
        private static let isGloballyReady: Bool = tern_global_init() == Int32(TERN_CURL_OK)

        private func startThread() {
            _ = Self.isGloballyReady
            let thread = Thread { [self] in
                // Foundation's own way reaches the system only if the thread has been noted before it runs.
                tern_thread_set_name("tern-curl-\(number)")
                let loop = ShardLoop(self, mailbox)
                self.loop.withLock { $0.multi = loop.multi }
                loop.run()
                self.loop.withLock { $0.multi = nil }
                loop.shutDown()
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }
#endif
