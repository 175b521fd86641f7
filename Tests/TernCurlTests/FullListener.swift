import Foundation

/// A socket that listens, with its queue of connections filled: a connect is left hanging.
final class FullListener: Sendable {
    let port: Int
    private let descriptors: [Int32]

    init() throws {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listening, address, length)
                _ = listen(listening, 0)
                _ = getsockname(listening, address, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        var descriptors = [listening]
        for _ in 0..<4 {
            let client = socket(
                AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, length) }
            }
            descriptors.append(client)
        }
        self.descriptors = descriptors
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
