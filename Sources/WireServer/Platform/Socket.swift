#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's calls, gathered so that the rest of the server is the same on every platform.
///
/// A socket belongs to the thread which serves it: nothing here is guarded.
struct Socket: Sendable {
    let descriptor: Int32

    /// What one non-blocking read or write came to.
    enum Transfer {
        case bytes(Int)
        case wouldBlock
        /// The peer sent FIN; only reads see it.
        case ended
        /// The connection is broken: reset, or written to after the peer closed.
        case broken
    }

    /// The events that a wait can be for; a broken connection ends every wait.
    enum Interest {
        case readable, writable
        /// The peer closed its side, whether or not unread bytes lie before its FIN.
        case peerClosed
    }

    // MARK: Bytes

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) }
    }

    func transmit(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        #if canImport(Darwin)
            let flags = Int32(MSG_DONTWAIT)  // SO_NOSIGPIPE is set instead
        #else
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        #endif
        return transfer { send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    private func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .wouldBlock
            default: return .broken
            }
        }
    }

    // MARK: Endings

    /// Sends FIN; reading goes on.
    func shutDownWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        Self.close(descriptor)
    }

    /// Closes with RST in place of FIN.
    func reset() {
        set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Musl.close(descriptor)
        #endif
    }

    // MARK: Options

    /// Makes an accepted socket ready: no SIGPIPE, no delay, and a send buffer small enough that "bytes sent" says
    /// how far the client has come.
    func prepare(sendBufferSize: Int) {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        set(SOL_SOCKET, SO_SNDBUF, Int32(clamping: sendBufferSize))
        #if canImport(Darwin)
            set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    @discardableResult
    func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) -> Bool {
        withUnsafeBytes(of: value) {
            setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) == 0
        }
    }

    /// Whether an error such as RST is pending on the socket.
    var isBroken: Bool {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout.size(ofValue: code))
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code != 0
    }

    // MARK: Waiting

    /// Waits until one of the descriptors is ready, or for `milliseconds` (negative: without end).
    ///
    /// - Returns: for each, in order, whether it is ready or broken.
    static func wait(for watched: [(descriptor: Int32, interest: Interest)], milliseconds: Int32) -> [Bool] {
        var entries = watched.map { entry in
            let events: Int32
            switch entry.interest {
            case .readable: events = Int32(POLLIN)
            case .writable: events = Int32(POLLOUT)
            case .peerClosed:
                #if os(Linux)
                    // POLLRDHUP, which the C library hides behind a feature macro.
                    events = 0x2000
                #else
                    events = Int32(POLLHUP)
                #endif
            }
            return pollfd(fd: entry.descriptor, events: Int16(events), revents: 0)
        }
        // An interrupted wait reports nothing ready; every caller waits in a loop and asks its own clock.
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return entries.map { _ in false } }
        return entries.map { $0.revents != 0 }
    }
}
