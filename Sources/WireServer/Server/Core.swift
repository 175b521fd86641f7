import TernLocks

/// What the accepting thread, the connections' threads and the public face share.
///
/// Threads: one accepts and joins the others; one serves each connection and alone touches its socket. `stopping`
/// wakes them all. Locks: the script's, the ledger's, a signal's; none is taken under another.
final class Core: Sendable {
    let script: Script
    let ledger: Ledger
    let bodyBytesKept: Int
    /// Raised once, never lowered: everything that waits for a socket waits for it, too.
    let stopping: Signal
    /// Open when every socket is closed and every connection's thread joined.
    let stopped = Gate()

    private let listener: Listener
    private let endings: Signal
    private let ended = Locked<[Int]>([])
    private let acceptor = Locked<WorkerThread?>(nil)

    init(
        _ listener: Listener, script: Script, requestsKept: Int, bodyBytesKept: Int
    ) throws(WireServerError) {
        self.listener = listener
        self.script = script
        self.bodyBytesKept = bodyBytesKept
        ledger = Ledger(requestsKept: requestsKept)
        let address = "port \(listener.port)"
        guard let stopping = Signal(), let endings = Signal() else {
            throw .cannotListen(address, reason: "the process has no descriptor left", advice: nil)
        }
        self.stopping = stopping
        self.endings = endings
        guard let thread = WorkerThread({ [self] in acceptConnections() }) else {
            throw .cannotListen(address, reason: "the system has no thread left", advice: nil)
        }
        acceptor.withLock { $0 = thread }
    }

    /// To be called once the gate `stopped` is open: the accepting thread is then at its very end.
    func joinAcceptor() { acceptor.withLock { $0.take() }?.join() }

    /// For when nobody waits for the end.
    func abandon() {
        stopping.raise()
        acceptor.withLock { $0.take() }?.detach()
    }

    // MARK: The accepting thread

    private func acceptConnections() {
        var threads: [Int: WorkerThread] = [:]
        while true {
            let ready = Socket.wait(
                for: [
                    (stopping.descriptor, .readable), (endings.descriptor, .readable),
                    (listener.descriptor, .readable),
                ], milliseconds: -1)
            if ready[0] { break }
            if ready[1] {
                endings.lower()
                let ended = ended.withLock { ended in
                    defer { ended = [] }
                    return ended
                }
                for index in ended { threads.removeValue(forKey: index)?.join() }
            }
            if ready[2] { accept(into: &threads) }
        }
        listener.close()
        for thread in threads.values { thread.join() }
        ledger.stopped()
        script.clear()
        stopped.open()
    }

    private func accept(into threads: inout [Int: WorkerThread]) {
        switch listener.takeConnection() {
        case .gone: break
        case .exhausted:
            // Connections wait in the backlog until descriptors are free; a pause keeps this from spinning.
            _ = Socket.wait(for: [(stopping.descriptor, .readable)], milliseconds: 10)
        case .accepted(let socket):
            socket.prepare(sendBufferSize: 128 << 10)
            let index = ledger.accepted()
            let thread = WorkerThread { [self] in
                Connection(socket, index: index, core: self).serve()
                ended.withLock { $0.append(index) }
                endings.raise()
            }
            if let thread {
                threads[index] = thread
            } else {
                socket.reset()
                ledger.ended(index, .resetByServer)
            }
        }
    }
}
