#if Curl && os(Linux)
    public import Foundation

    extension CurlTransport {
        /// The settings of a transport.
        public struct Configuration: Sendable {
            /// The certificate authorities that servers are verified against.
            public enum TrustRoots: Sendable {
                /// The system's.
                case system
                /// These alone, in PEM form, one after another.
                case pem(Data)
            }

            /// The most connections to one host (scheme, name and port); further calls wait their turn. Default 64.
            public var maxConnectionsPerHost = 64
            /// The most calls at once over all hosts; further ones wait their turn. Default 512.
            public var maxConcurrentCalls = 512
            /// The most HTTP/2 streams on one connection. Default 100.
            public var maxStreamsPerConnection = 100
            /// The most bytes of an answer's head. Default 64 KiB; exceeded: `.headersTooLarge`.
            public var headerLimit = 64 << 10
            /// What servers are verified against. Default: the system's authorities.
            public var trustRoots = TrustRoots.system
            /// Addresses for host names, instead of the name service's: `["api.example.com": "127.0.0.1"]`.
            public var resolve: [String: String] = [:]
            /// Whether `http_proxy` and its kin count. Default false.
            public var usesProxyEnvironment = false
            /// How many threads own connections; hosts are spread over them. Default 1, which carries tens of
            /// thousands of calls a second.
            public var shards = 1

            /// Makes the default settings.
            public init() {}
        }
    }
#endif
