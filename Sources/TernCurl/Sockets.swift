#if Curl && os(Linux)
    import CTernCurl

    /// The sockets of a loop's connections, found by their own port, which is all that libcurl tells of the one it is
    /// about to use.
    ///
    /// A connection that is to be used again must be silent. Bytes that came after the last answer would be taken for the
    /// next one by libcurl before 8.1, and so a call could get what was meant for another (RFC 9112 §11.2).
    final class Sockets {
        /// What libcurl gets: the connections hold it until the multi handle is destroyed.
        let callbacks = UnsafeMutablePointer<tern_sockets>.allocate(capacity: 1)
        /// Those that had no port yet when they were last looked at.
        private var unplaced: Set<Int32> = []
        private var byPort: [Int32: [Int32]] = [:]
        private var ports: [Int32: Int32] = [:]

        init() {
            callbacks.initialize(
                to: tern_sockets(
                    context: Unmanaged.passUnretained(self).toOpaque(),
                    opened: { context, socket in Sockets.from(context)?.unplaced.insert(socket) },
                    closing: { context, socket in Sockets.from(context)?.remove(socket) }))
        }

        deinit { callbacks.deallocate() }

        private static func from(_ context: UnsafeMutableRawPointer?) -> Sockets? {
            context.map { Unmanaged<Sockets>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Whether unread bytes wait on the connection with this port.
        func hasInput(port: Int32) -> Bool {
            if byPort[port] == nil { placeAll() }
            return byPort[port, default: []].contains { tern_socket_has_input($0) }
        }

        private func placeAll() {
            for socket in unplaced {
                let port = tern_socket_local_port(socket)
                guard port > 0 else { continue }
                unplaced.remove(socket)
                ports[socket] = port
                byPort[port, default: []].append(socket)
            }
        }

        private func remove(_ socket: Int32) {
            unplaced.remove(socket)
            guard let port = ports.removeValue(forKey: socket) else { return }
            byPort[port]?.removeAll { $0 == socket }
            if byPort[port]?.isEmpty == true { byPort[port] = nil }
        }
    }
#endif
