#if Curl && os(Linux)
    import Synchronization
    public import TernCore

    /// Moves bytes with the system's libcurl: HTTP/1.1 and HTTP/2, keep-alive, TLS, decompression.
    ///
    /// Each shard is one thread that owns its connections; calls reach it through a mailbox. Clients share ``shared``
    /// unless they are given a transport of their own, so that they share connections.
    ///
    /// ```swift
    /// var configuration = CurlTransport.Configuration()
    /// configuration.maxConnectionsPerHost = 4
    /// let client = Client(transport: CurlTransport(configuration))
    /// ```
    ///
    /// Letting go of a transport closes it, as `close()` does.
    public final class CurlTransport: Transport {
        /// The transport of all clients that aren't given another. It is never closed.
        public static let shared = CurlTransport()

        /// The settings it was made with.
        public let configuration: Configuration
        private let shards: [Shard]

        /// Makes a transport with connections of its own. Its threads start with the first call.
        public init(_ configuration: Configuration = Configuration()) {
            self.configuration = configuration
            shards = (0..<max(1, configuration.shards)).map { Shard(configuration, number: $0) }
        }

        deinit { close() }

        /// Lets running calls end and refuses later ones with `.closed`. Returns at once; the threads end, and the
        /// connections close, with the last call.
        public func close() {
            for shard in shards { shard.close() }
        }

        public func send(_ request: Request) async throws -> Response<ResponseBody> {
            guard let origin = Origin(request.url) else {
                throw TernError(.invalidURL, request: request, message: "the URL names no host that can be called")
            }
            let shard = shard(for: origin)
            let transfer = try Transfer(request, origin: origin, shard: shard, configuration: configuration)
            return try await transfer.run()
        }

        /// The shard that owns an origin's connections.
        func shard(for origin: Origin?) -> Shard {
            guard shards.count > 1, let origin else { return shards[0] }
            return shards[origin.lane(of: shards.count)]
        }

        /// What is going on at this moment, over all shards: for tests, health checks and gauges.
        public struct Statistics: Hashable, Sendable {
            /// Calls that libcurl is working on.
            public var active = 0
            /// Calls that wait for a free connection.
            public var queued = 0
        }

        /// How many calls of this process, over all transports, are in memory: none when all have ended and were let go of.
        package static var liveCalls: Int { Transfer.live.load(ordering: .relaxed) }

        /// What is going on at this moment.
        public var statistics: Statistics {
            shards.reduce(into: Statistics()) { sum, shard in
                let load = shard.load
                sum.active += load.active
                sum.queued += load.queued
            }
        }
    }

    extension Origin {
        /// Which of so many lanes is this origin's: the same in every process (FNV-1a), so that figures can be compared.
        fileprivate func lane(of count: Int) -> Int {
            let hash = host.utf8.reduce(14_695_981_039_346_656_037 ^ UInt64(port)) {
                ($0 ^ UInt64($1)) &* 1_099_511_628_211
            }
            // The low bits alone know nothing of the high ones of what was hashed.
            return Int((hash ^ (hash >> 32)) % UInt64(count))
        }
    }
#endif
