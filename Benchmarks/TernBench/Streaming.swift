#if Curl && os(Linux)
    import Foundation
    import Tern

    /// Reads one large body chunk by chunk and drops it; the figures as a JSON object.
    func measureStreaming(_ url: URL) async throws -> String {
        let client = Client(transport: CurlTransport())
        // A first small part, so that idle means a client that is ready.
        _ = try await client.send(Request(.get, url, headers: ["Range": "bytes=0-0"]))
        let start = Usage.Start()
        var count = 0
        var chunks = 0
        for try await chunk in try await client.stream(Request(.get, url)).body {
            count += chunk.count
            chunks += 1
        }
        let usage = Usage(since: start)
        return """
            {"seconds": \(usage.seconds), "bytes": \(count), "chunks": \(chunks), \
            "cpuSeconds": \(usage.cpuMicroseconds / 1e6), \
            "bytesAboveIdle": \(usage.peakBytes - min(usage.idleBytes, usage.peakBytes))}
            """
    }
#endif
