import Foundation
import TernLocks

/// Why a connection's thread has nothing more to do. Thrown from wherever it is, so that every phase ends alike.
struct ConnectionOver: Error {
    let ending: ReceivedConnection.Ending

    init(_ ending: ReceivedConnection.Ending) { self.ending = ending }
}

/// One connection, served on a thread of its own from acceptance to end.
final class Connection {
    let socket: Socket
    let index: Int
    let core: Core

    /// Bytes that arrived and were not used yet.
    var input = InputBuffer()
    var pace: Pace?
    /// FIN was sent: whatever is to be sent is dropped.
    var isOutputClosed = false

    private var hasClientClosed = false
    private var signal: Signal?

    /// How fast bytes move while a throttle is on.
    struct Pace {
        let bytes: Int
        let interval: Duration
        var hasBegun = false
    }

    init(_ socket: Socket, index: Int, core: Core) {
        self.socket = socket
        self.index = index
        self.core = core
    }

    /// Runs to the connection's end and closes the socket.
    func serve() {
        let ending = serveExchanges()
        if ending == .resetByServer {
            socket.reset()
        } else {
            socket.close()
        }
        core.ledger.ended(index, ending)
    }

    private func serveExchanges() -> ReceivedConnection.Ending {
        do {
            for fault in core.script.faults(ofConnection: index) { try apply(fault) }
            var claimed = core.script.claim(at: .accept)
            for fault in claimed?.faults(at: .accept) ?? [] { try apply(fault) }
            var count = 0
            while true {
                var exchange = Exchange(self, number: count, reply: claimed.take())
                guard try exchange.run() else { return .closedByServer }
                count += 1
                pace = nil
            }
        } catch {
            return error.ending
        }
    }

    // MARK: Waiting

    /// Waits for the socket, the server's stop or the deadline.
    ///
    /// - Returns: whether the socket is ready.
    func wait(_ interest: Socket.Interest, milliseconds: Int32 = -1) throws(ConnectionOver) -> Bool {
        let ready = Socket.wait(
            for: [(core.stopping.descriptor, .readable), (socket.descriptor, interest)], milliseconds: milliseconds)
        if ready[0] { throw ConnectionOver(.serverStopped) }
        return ready[1]
    }

    /// Stands still until `signal` is raised or the deadline has passed; without either, until the client closes.
    /// Notes the client's close as soon as it comes.
    func pause(
        until deadline: ContinuousClock.Instant? = nil, signal: Signal? = nil, onClose: () -> Void = {}
    ) throws(ConnectionOver) {
        while true {
            var watched: [(Int32, Socket.Interest)] = [(core.stopping.descriptor, .readable)]
            if let signal { watched.append((signal.descriptor, .readable)) }
            if !hasClientClosed { watched.append((socket.descriptor, .peerClosed)) }
            let left = deadline.map { Duration.zero < $0 - .now ? ($0 - .now).pollMilliseconds : 0 } ?? -1
            let ready = Socket.wait(for: watched, milliseconds: left)
            if ready[0] { throw ConnectionOver(.serverStopped) }
            if let signal, signal.isRaised { return }
            if let deadline, deadline <= .now { return }
            if !hasClientClosed, ready.last == true {
                if socket.isBroken { throw ConnectionOver(.brokenByClient) }
                noteClientClosed()
                onClose()
            }
            if hasClientClosed, signal == nil, deadline == nil { throw ConnectionOver(.closedByClient) }
        }
    }

    func noteClientClosed() {
        guard !hasClientClosed else { return }
        hasClientClosed = true
        core.ledger.ended(index, .closedByClient)
    }

    /// Wakes this thread; made when first needed, for most connections need none.
    func lowerSignal() throws(ConnectionOver) -> Signal {
        guard let signal = signal ?? Signal() else { throw ConnectionOver(.closedByServer) }
        signal.lower()
        self.signal = signal
        return signal
    }

    // MARK: Faults

    func apply(_ fault: Reply.Fault) throws(ConnectionOver) {
        switch fault {
        case .close: throw ConnectionOver(.closedByServer)
        case .reset: throw ConnectionOver(.resetByServer)
        case .halfClose: closeOutput()
        case .stall: try pause()
        case .wait(let gate):
            let signal = try lowerSignal()
            let key = gate.whenOpen { signal.raise() }
            defer { gate.forget(key) }
            try pause(signal: signal)
        case .delay(let duration): try pause(until: .now + duration)
        case .throttle(let bytes, let interval): pace = Pace(bytes: max(1, bytes), interval: interval)
        case .bytes(let data): try send(data)
        }
    }

    // MARK: Handlers

    /// Has a handler answer in a task, so that it may suspend, while this thread waits.
    func ask(
        _ handler: @escaping WireServer.Handler, _ request: ReceivedRequest
    ) throws(ConnectionOver) -> Reply {
        let signal = try lowerSignal()
        let answer = Locked<Reply?>(nil)
        let task = Task {
            let reply: Reply
            do {
                reply = try await handler(request)
            } catch {
                reply = .text("The handler failed for \(request.summary): \(error)", status: 500)
            }
            answer.withLock { $0 = reply }
            signal.raise()
        }
        do {
            try pause(signal: signal) { task.cancel() }
        } catch {
            task.cancel()
            throw error
        }
        guard let reply = answer.withLock({ $0 }) else { throw ConnectionOver(.closedByServer) }
        return reply
    }
}

extension Duration {
    /// For `poll`, rounded up so that a wait is never shorter than asked.
    var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: min(seconds, 1_000_000) * 1000 + fraction)
    }
}
