#if Curl && os(Linux)
    public import Foundation
    import TernCore

    extension CurlTransport {
        /// The thread that owns the connections to a URL's host, as an executor for tasks.
        ///
        /// A call made from a task that prefers it needs no thread hop, neither on its way out nor back:
        ///
        /// ```swift
        /// await withTaskExecutorPreference(transport.executor(for: url)) {
        ///     for id in ids { await store(try client.send(Item(id: id))) }
        /// }
        /// ```
        ///
        /// It is for code that makes many small calls and does little with each answer. While a task runs on it no byte
        /// of that host's connections moves: never block it (no semaphore, no `sleep`, no synchronous I/O), and leave
        /// work of more than some tens of microseconds, such as decoding a large answer, to other tasks. Decoding of
        /// the calls made so happens on it too. Tasks whose preference it is go on elsewhere once the transport is closed.
        public func executor(for url: URL) -> any TaskExecutor {
            shard(for: Origin(url))
        }
    }

    extension Shard: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            // A job is never lost: where the owner's thread has ended, the default executor takes it.
            if !post(.job(job)) { globalConcurrentExecutor.enqueue(job) }
        }
    }
#endif
