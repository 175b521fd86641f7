package import Foundation

/// The servers that `scripts/peers` has started.
package enum Peer {
    package struct Missing: Error, CustomStringConvertible {
        package let description: String
    }

    /// The address of a peer, as `scripts/peers env` names it without `TERN_PEER_`.
    package static func url(_ name: String, _ path: String = "") throws -> URL {
        guard let url = URL(string: try value(of: name) + path) else {
            throw Missing(description: "TERN_PEER_\(name) is not a URL")
        }
        return url
    }

    /// The authority that the peers' good certificates are signed by, in PEM.
    package static func authority() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: try value(of: "CA")))
    }

    private static func value(of name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment["TERN_PEER_\(name)"] else {
            throw Missing(
                description: "TERN_PEER_\(name) is not set: run the tests with make test, or scripts/peers run")
        }
        return value
    }
}
