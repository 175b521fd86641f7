#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A listening socket on a loopback address.
struct Listener: Sendable {
    let socket: Socket
    let port: Int

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
        let descriptor = Self.open(address == .ipv6 ? AF_INET6 : AF_INET)
        guard descriptor >= 0 else { throw failure("socket") }
        let socket = Socket(descriptor: descriptor)
        do throws(WireServerError) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // A client may give up between the wait and the accept, which must not block then.
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
            guard Self.bind(descriptor, address, wirePort) == 0 else { throw failure("bind") }
            guard listen(descriptor, SOMAXCONN) == 0 else { throw failure("listen") }
            guard let port = Self.localPort(of: descriptor, address) else { throw failure("getsockname") }
            self.socket = socket
            self.port = port
        } catch {
            socket.close()
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

    func accept() -> Acceptance {
        #if canImport(Darwin)
            let accepted = Darwin.accept(socket.descriptor, nil, nil)
        #elseif canImport(Glibc)
            let accepted = Glibc.accept(socket.descriptor, nil, nil)
        #else
            let accepted = Musl.accept(socket.descriptor, nil, nil)
        #endif
        if accepted >= 0 {
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            return .accepted(Socket(descriptor: accepted))
        }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .gone
    }

    private static func open(_ family: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.socket(family, SOCK_STREAM, 0)
        #elseif canImport(Glibc)
            Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            Musl.socket(family, SOCK_STREAM, 0)
        #endif
    }

    private static func bind(_ descriptor: Int32, _ address: WireServer.Address, _ port: in_port_t) -> Int32 {
        func bind<Storage>(_ storage: Storage) -> Int32 {
            withUnsafeBytes(of: storage) { bytes in
                let name = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
                #if canImport(Darwin)
                    return Darwin.bind(descriptor, name, socklen_t(bytes.count))
                #elseif canImport(Glibc)
                    return Glibc.bind(descriptor, name, socklen_t(bytes.count))
                #else
                    return Musl.bind(descriptor, name, socklen_t(bytes.count))
                #endif
            }
        }
        switch address {
        case .ipv4:
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            name.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
            return bind(name)
        case .ipv6:
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            name.sin6_addr = in6addr_loopback
            return bind(name)
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
