#if Curl && os(Linux)
    import CRawCurl
    import Foundation
    import FoundationNetworking
    import Tern

    /// So many callers at once, each of which calls again as soon as it has its answer.
    struct Load {
        let url: URL
        let bodyLength: Int
        let concurrency: Int
        let seconds: Double

        private static let warmup = 0.3

        /// Lets a peer call, first unmeasured until its connections stand, then measured.
        func measure(_ peer: Peer) async throws -> String {
            switch peer {
            case .raw:
                let url = strdup(url.absoluteString)
                guard let raw = raw_curl_create(url, Int32(concurrency)) else { throw Failure("no libcurl handles") }
                defer {
                    raw_curl_destroy(raw)
                    free(url)
                }
                return try await measure { seconds in Int(raw_curl_run(raw, seconds, Int64(bodyLength))) }
            case .tern:
                let client = Client(transport: transport)
                return try await measure { seconds in
                    try await call(for: seconds) { try await client.data(from: url).count }
                }
            case .ternOnExecutor:
                let transport = transport
                let client = Client(transport: transport)
                return try await measure { seconds in
                    try await withTaskExecutorPreference(transport.executor(for: url)) {
                        try await call(for: seconds) { try await client.data(from: url).count }
                    }
                }
            case .urlSession:
                let configuration = URLSessionConfiguration.ephemeral
                configuration.httpMaximumConnectionsPerHost = concurrency
                let session = URLSession(configuration: configuration)
                return try await measure { seconds in
                    try await call(for: seconds) { try await session.data(from: url).0.count }
                }
            }
        }

        private var transport: CurlTransport {
            var configuration = CurlTransport.Configuration()
            configuration.maxConnectionsPerHost = concurrency
            configuration.maxConcurrentCalls = concurrency
            return CurlTransport(configuration)
        }

        private func call(for seconds: Double, _ body: @Sendable @escaping () async throws -> Int) async throws -> Int {
            let end = ContinuousClock.now + .seconds(seconds)
            return try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<concurrency {
                    group.addTask {
                        var done = 0
                        repeat {
                            let length = try await body()
                            guard length == bodyLength else { throw Failure("an answer has \(length) bytes") }
                            done += 1
                        } while ContinuousClock.now < end
                        return done
                    }
                }
                return try await group.reduce(0, +)
            }
        }

        /// The figures of one run as a JSON object.
        private func measure(_ run: (_ seconds: Double) async throws -> Int) async throws -> String {
            _ = try await run(Self.warmup)
            let start = Usage.Start()
            let done = try await run(seconds)
            let usage = Usage(since: start)
            guard done > 0 else { throw Failure("an answer is not what it should be") }
            let calls = Double(done)
            return """
                {"requests": \(done), "requestsPerSecond": \(calls / usage.seconds), \
                "cpuMicroseconds": \(usage.cpuMicroseconds / calls), "allocations": \(usage.allocations / calls), \
                "peakBytes": \(usage.peakBytes)}
                """
        }
    }
#endif
