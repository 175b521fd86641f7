import Foundation
import TernCore
import Testing
import WireServer

@testable import TernCurl

/// Runs a call that must fail and gives its error.
func failure<T>(of call: () async throws -> T, _ location: SourceLocation = #_sourceLocation) async -> TernError? {
    do {
        _ = try await call()
        Issue.record("the call should have failed", sourceLocation: location)
    } catch let error as TernError {
        return error
    } catch {
        Issue.record("not a TernError: \(error)", sourceLocation: location)
    }
    return nil
}

extension Client {
    /// A client with connections of its own.
    static func overCurl(
        clock: any Clock<Duration> = ContinuousClock(), _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) -> Client {
        var configuration = CurlTransport.Configuration()
        change(&configuration)
        return Client(transport: CurlTransport(configuration), clock: clock)
    }
}

extension Data {
    init(_ text: String) { self.init(text.utf8) }

    /// Ten megabytes of zeros in ten kilobytes of gzip.
    static let zerosInGzip = gzip(Data(count: 10_000_000))

    /// Compresses with the system's gzip.
    static func gzip(_ data: Data) -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-c", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        do {
            try data.write(to: file)
            try process.run()
            return try pipe.fileHandleForReading.readToEnd() ?? Data()
        } catch {
            Issue.record("gzip can't be run: \(error)")
            return Data()
        }
    }
}

extension RequestOptions {
    init(total: Duration? = nil, idle: Duration? = .seconds(60), queue: Duration? = nil) {
        self.init {
            $0.totalTimeout = total
            $0.idleTimeout = idle
            $0.queueTimeout = queue
        }
    }
}

/// The descriptors of this process.
func openDescriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
}

/// Every certificate authority, server and address of `scripts/peers`.
enum Peer {
    static subscript(_ name: String) -> String? { ProcessInfo.processInfo.environment["TERN_PEER_\(name)"] }

    static func url(_ name: String, _ path: String = "") throws -> URL {
        try #require(
            self[name].flatMap { URL(string: $0 + path) }, "run the tests with make test: it starts the peer \(name)")
    }

    static func authority() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: try #require(self["CA"], "run the tests with make test")))
    }
}
