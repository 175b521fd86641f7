import Foundation
import TernCore

@testable import TernCurl

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

extension RequestOptions {
    init(total: Duration? = nil, idle: Duration? = .seconds(60), queue: Duration? = nil) {
        self.init {
            $0.totalTimeout = total
            $0.idleTimeout = idle
            $0.queueTimeout = queue
        }
    }
}

/// The sockets of this process. Other descriptors, such as timers, come and go with the runtime.
func openSockets() -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { descriptor in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        return target?.hasPrefix("socket:") == true
    }
}

/// A loopback port that is taken, and refuses connections until it listens.
final class BoundPort: Sendable {
    struct Unbound: Error {}

    let number: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw Unbound() }
    }

    deinit { close(descriptor) }
}
