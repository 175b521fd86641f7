import TernLocks

/// What has happened so far, and who waits for something to happen.
final class Ledger: Sendable {
    /// Something a test can wait for. Once true, it stays true, or is told at the moment it becomes so.
    enum Condition: Sendable {
        case heads(Int)
        case requests(Int)
        case request(number: Int)
        case connections(Int)
        case closed(connection: Int)
        case blocked(connection: Int)
        case sent(Int, connection: Int)
        case received(Int, connection: Int)
    }

    enum Outcome: Sendable {
        case met, timedOut, stopped, cancelled
    }

    struct State: Sendable {
        /// Requests in the order in which their heads arrived; the oldest may have been dropped.
        var requests: [ReceivedRequest] = []
        var settled: [Bool] = []
        var droppedCount = 0
        var settledCount = 0
        var nextNumber = 0
        var connections: [ReceivedConnection] = []
        var isStopped = false
        fileprivate var waits: [(condition: Condition, waiting: Waiting<Outcome>)] = []

        var headCount: Int { droppedCount + requests.count }
    }

    private let state = Locked(State())
    private let requestsKept: Int

    init(requestsKept: Int) { self.requestsKept = requestsKept }

    func read<Value: Sendable>(_ look: (State) -> Value) -> Value {
        state.withLock { look($0) }
    }

    private func write<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, met) = state.withLock { state in
            let value = change(&state)
            return (value, state.takeMetWaits())
        }
        for (waiting, outcome) in met { waiting.settle(outcome) }
        return value
    }

    // MARK: Events

    func accepted() -> Int {
        write { state in
            state.connections.append(ReceivedConnection(index: state.connections.count))
            return state.connections.count - 1
        }
    }

    func received(_ count: Int, on connection: Int) {
        write { $0.connections[connection].bytesReceived += count }
    }

    func sent(_ count: Int, on connection: Int) {
        write { $0.connections[connection].bytesSent += count }
    }

    func setBlocked(_ isBlocked: Bool, _ connection: Int) {
        write { $0.connections[connection].isBlocked = isBlocked }
    }

    /// The first ending is the one that counts.
    func ended(_ connection: Int, _ ending: ReceivedConnection.Ending) {
        write { state in
            guard state.connections[connection].ending == nil else { return }
            state.connections[connection].ending = ending
        }
    }

    /// - Returns: the request's number on this server, with which it is settled later.
    func began(_ request: ReceivedRequest) -> Int {
        write { state in
            state.connections[request.connection].requestCount += 1
            state.requests.append(request)
            state.settled.append(false)
            let surplus = state.requests.count - requestsKept
            // Dropping by halves keeps the cost of a request constant.
            if surplus > 0, surplus >= requestsKept || requestsKept < 16 {
                state.requests.removeFirst(surplus)
                state.settled.removeFirst(surplus)
                state.droppedCount += surplus
            }
            return state.headCount - 1
        }
    }

    /// The request is whole, or nothing more of it will come.
    func settle(_ number: Int, _ request: ReceivedRequest) {
        write { state in
            state.settledCount += 1
            let index = number - state.droppedCount
            guard index >= 0 else { return }
            state.requests[index] = request
            state.settled[index] = true
        }
    }

    func stopped() {
        write { $0.isStopped = true }
    }

    // MARK: Waiting

    func wait(for condition: Condition, within limit: Duration) async -> Outcome {
        let waiting = Waiting<Outcome>()
        write { $0.waits.append((condition, waiting)) }
        let timer = Task.detached {
            try await Task.sleep(for: limit)
            waiting.settle(.timedOut)
        }
        let outcome = await withTaskCancellationHandler {
            await waiting.value()
        } onCancel: {
            waiting.settle(.cancelled)
        }
        timer.cancel()
        if outcome != .met {
            state.withLock { state in state.waits.removeAll { $0.waiting === waiting } }
        }
        return outcome
    }

    /// The number of the request that `next()` is to give.
    func takeNumber() -> Int {
        state.withLock { state in
            let number = max(state.nextNumber, state.droppedCount)
            state.nextNumber = number + 1
            return number
        }
    }
}

extension Ledger.State {
    fileprivate mutating func takeMetWaits() -> [(Waiting<Ledger.Outcome>, Ledger.Outcome)] {
        guard !waits.isEmpty else { return [] }
        var settled: [(Waiting<Ledger.Outcome>, Ledger.Outcome)] = []
        var left: [(Ledger.Condition, Waiting<Ledger.Outcome>)] = []
        for wait in waits {
            if isTrue(wait.condition) {
                settled.append((wait.waiting, .met))
            } else if isStopped {
                settled.append((wait.waiting, .stopped))
            } else {
                left.append(wait)
            }
        }
        waits = left
        return settled
    }

    private func isTrue(_ condition: Ledger.Condition) -> Bool {
        func connection(_ index: Int, _ test: (ReceivedConnection) -> Bool) -> Bool {
            connections.indices.contains(index) && test(connections[index])
        }
        switch condition {
        case .heads(let count): return headCount >= count
        case .requests(let count): return settledCount >= count
        case .request(let number):
            let index = number - droppedCount
            return index < 0 || settled.indices.contains(index) && settled[index]
        case .connections(let count): return connections.count >= count
        case .closed(let index): return connection(index) { !$0.isOpen }
        case .blocked(let index): return connection(index) { $0.isBlocked }
        case .sent(let count, let index): return connection(index) { $0.bytesSent >= count }
        case .received(let count, let index): return connection(index) { $0.bytesReceived >= count }
        }
    }
}
