#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A listening socket on a loopback address.
struct Listener: Sendable {
    private let endpoint: Socket
    let port: Int

    /// Readable while a connection waits to be taken.
    var descriptor: Int32 { endpoint.descriptor }

    init(_ address: WireServer.Address, port: Int) throws(WireServerError) {
        func failure(_ step: String, _ code: Int32 = errno) -> WireServerError {
            .cannotListen(
                "\(address.literal):\(port)",
                reason: "\(step): \(String(cString: strerror(code)))",
                advice: code == EADDRINUSE ? "Give port 0 to have a free one chosen." : nil)
        }
        guard let wirePort = in_port_t(exactly: port) else {
            throw .cannotListen(
                "\(address.literal):\(port)", reason: "a port lies between 0 and 65535", advice: nil)
        }
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let descriptor = socket(address == .ipv6 ? AF_INET6 : AF_INET, type, 0)
        guard descriptor >= 0 else { throw failure("socket") }
        let endpoint = Socket(descriptor: descriptor)
        do throws(WireServerError) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // A client may give up between the wait and the accept, which must not block then.
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            endpoint.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
            guard Self.assign(address, wirePort, to: descriptor) == 0 else { throw failure("bind") }
            guard listen(descriptor, SOMAXCONN) == 0 else { throw failure("listen") }
            guard let port = Self.localPort(of: descriptor, address) else { throw failure("getsockname") }
            self.endpoint = endpoint
            self.port = port
        } catch {
            endpoint.close()
            throw error
        }
    }

    /// What came of asking for a connection that seemed to be there.
    enum Acceptance {
        case accepted(Socket)
        /// The client gave up in between.
        case gone
        /// The process has no descriptor left.
        case exhausted
    }

    func takeConnection() -> Acceptance {
        let accepted = accept(endpoint.descriptor, nil, nil)
        if accepted >= 0 {
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            return .accepted(Socket(descriptor: accepted))
        }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .gone
    }

    func close() { endpoint.close() }

    private static func assign(_ address: WireServer.Address, _ port: in_port_t, to descriptor: Int32) -> Int32 {
        func assign<Storage>(_ storage: Storage) -> Int32 {
            withUnsafeBytes(of: storage) { bytes in
                bind(
                    descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
            }
        }
        switch address {
        case .ipv4:
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
            return assign(name)
        case .ipv6:
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            name.sin6_addr = in6addr_loopback
            return assign(name)
        }
    }

    private static func localPort(of descriptor: Int32, _ address: WireServer.Address) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: storage))
        return withUnsafeMutableBytes(of: &storage) { bytes -> Int? in
            let name = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard let name, getsockname(descriptor, name, &length) == 0 else { return nil }
            let port =
                address == .ipv4
                ? bytes.load(as: sockaddr_in.self).sin_port : bytes.load(as: sockaddr_in6.self).sin6_port
            return Int(in_port_t(bigEndian: port))
        }
    }
}
