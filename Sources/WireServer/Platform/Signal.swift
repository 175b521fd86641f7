import TernLocks

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a thread that waits for sockets: a pipe that becomes readable when raised.
final class Signal: Sendable {
    /// Readable while the signal is up.
    let descriptor: Int32
    private let writeEnd: Int32
    private let raised = Locked(false)

    /// Fails when the process has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        Socket.close(descriptor)
        Socket.close(writeEnd)
    }

    var isRaised: Bool { raised.withLock { $0 } }

    func raise() {
        raised.withLock { raised in
            guard !raised else { return }
            raised = true
            _ = write(writeEnd, [1], 1)
        }
    }

    func lower() {
        raised.withLock { raised in
            guard raised else { return }
            raised = false
            var byte: UInt8 = 0
            _ = read(descriptor, &byte, 1)
        }
    }
}
