import Foundation

/// A loopback port that is taken, and refuses connections until it listens.
package final class BoundPort: Sendable {
    package struct Unbound: Error {}

    package let number: Int
    private let descriptor: Int32

    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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
