import TernLocks

/// What the server was told to do: enqueued replies before routes before the handler.
final class Script: Sendable {
    /// How one request is to be answered.
    enum Decision {
        case reply(Reply)
        case ask(WireServer.Handler, WireServer.DecisionPoint)
    }

    private struct Route {
        let method: String?
        let path: String
        var answer: Answer

        enum Answer {
            case handler(WireServer.Handler, WireServer.DecisionPoint)
            /// Given one after the other; the last one stays.
            case replies([Reply])
        }

        init(_ pattern: String, _ answer: Answer) {
            let parts = pattern.split(separator: " ", maxSplits: 1)
            method = parts.count == 2 ? String(parts[0]) : nil
            path = String(parts.last ?? "")
            self.answer = answer
        }

        func matches(_ request: ReceivedRequest) -> Bool {
            guard method == nil || method == request.method else { return false }
            return path.hasSuffix("*") ? request.path.hasPrefix(path.dropLast()) : path == request.path
        }
    }

    private struct State {
        var queue: [Reply] = []
        var routes: [Route] = []
        var connectionFaults: [Int: [Reply.Fault]] = [:]
        var handler: WireServer.Handler?
    }

    private let state = Locked(State())
    private let decisionPoint: WireServer.DecisionPoint

    init(handler: WireServer.Handler?, decidingAt point: WireServer.DecisionPoint) {
        decisionPoint = point
        state.withLock { $0.handler = handler }
    }

    // MARK: Writing

    func enqueue(_ replies: [Reply]) {
        state.withLock { $0.queue += replies }
    }

    func dropEnqueued() {
        let dropped = state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
        withExtendedLifetime(dropped) {}  // what its faults hold must not be released under the lock
    }

    func route(_ pattern: String, replies: [Reply]) {
        state.withLock { $0.routes.append(Route(pattern, .replies(replies))) }
    }

    func route(_ pattern: String, _ handler: @escaping WireServer.Handler, _ point: WireServer.DecisionPoint) {
        state.withLock { $0.routes.append(Route(pattern, .handler(handler, point))) }
    }

    func add(_ faults: [Reply.Fault], toConnection index: Int) {
        state.withLock { $0.connectionFaults[index, default: []] += faults }
    }

    /// Lets go of the closures, which may hold the server.
    func clear() {
        let old = state.withLock { state in
            let old = state
            state = State()
            return old
        }
        withExtendedLifetime(old) {}
    }

    // MARK: Reading

    func faults(ofConnection index: Int) -> [Reply.Fault] {
        state.withLock { $0.connectionFaults.removeValue(forKey: index) ?? [] }
    }

    /// The first enqueued reply, if it has a fault at this phase, for which no request need be known.
    func claim(at phase: Reply.Phase) -> Reply? {
        state.withLock { state in
            guard let first = state.queue.first, first.hasFault(at: phase) else { return nil }
            return state.queue.removeFirst()
        }
    }

    func decision(for request: ReceivedRequest) -> Decision {
        state.withLock { state in
            if !state.queue.isEmpty { return .reply(state.queue.removeFirst()) }
            if let index = state.routes.lastIndex(where: { $0.matches(request) }) {
                switch state.routes[index].answer {
                case .handler(let handler, let point): return .ask(handler, point)
                case .replies(var replies):
                    guard let reply = replies.first else { break }
                    if replies.count > 1 {
                        replies.removeFirst()
                        state.routes[index].answer = .replies(replies)
                    }
                    return .reply(reply)
                }
            }
            if let handler = state.handler { return .ask(handler, decisionPoint) }
            let problem = "WireServer has no reply for \(request.summary): enqueue one, add a route or give a handler."
            return .reply(.text(problem, status: 501))
        }
    }
}
