#if Curl && os(Linux)
    import CTernCurl

    extension CurlTransport {
        /// What the libcurl that runs here can do.
        public struct Capabilities: Hashable, Sendable {
            /// The version, `7.88.1`.
            public let version: String
            /// The TLS library and its version, nil where there is none.
            public let tls: String?
            /// Whether it speaks HTTP/2.
            public let http2: Bool
            /// Whether it undoes gzip and deflate.
            public let gzip: Bool
            /// Whether it undoes Brotli.
            public let brotli: Bool
            /// Whether it undoes Zstandard.
            public let zstd: Bool
            /// Whether it asks before it sends a request again (7.80). Where not, a request that must not be sent
            /// twice takes a fresh connection.
            public let asksBeforeResending: Bool
            /// Whether it can use a connection of HTTP/2 without TLS again. Where not (7.88), each such call takes its own.
            public let reusesPriorKnowledge: Bool
        }

        /// What the libcurl that runs here can do.
        public static let capabilities: Capabilities = {
            let found = tern_get_capabilities()
            return Capabilities(
                version: String(cString: found.version), tls: found.tls.map { String(cString: $0) },
                http2: found.http2, gzip: found.gzip, brotli: found.brotli, zstd: found.zstd,
                asksBeforeResending: found.number >= 0x075000, reusesPriorKnowledge: found.reuses_prior_knowledge)
        }()
    }
#endif
