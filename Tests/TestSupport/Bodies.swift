package import Foundation
package import TernCore

extension Data {
    package init(_ text: String) { self.init(text.utf8) }

    /// Ten megabytes of zeros in ten kilobytes of gzip.
    package static let zerosInGzip = gzip(Data(count: 10_000_000))

    /// Compresses with the system's gzip; nothing where that can't be run, which no expectation passes by.
    package static func gzip(_ data: Data) -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        guard (try? data.write(to: file)) != nil else { return Data() }
        return (try? shell("gzip -c '\(file.path)'").output) ?? Data()
    }
}

/// A body that can be read once.
package func oneShot(_ chunks: String..., length: Int64? = nil) -> RequestBody {
    RequestBody(
        length: length,
        streaming: AsyncStream { continuation in
            for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
            continuation.finish()
        })
}
