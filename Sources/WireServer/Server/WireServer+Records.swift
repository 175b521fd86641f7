extension WireServer {
    /// How much of a request must have arrived for it to count.
    public enum Arrival: Sendable, Hashable {
        /// Its head.
        case head
        /// All of it; or it is known that no more will come.
        case whole
    }

    // MARK: What arrived

    /// The requests so far, in the order in which their heads arrived. One whose body is still on its way is there
    /// without it.
    public var requests: [ReceivedRequest] { core.ledger.read { $0.requests } }

    /// How many requests arrived, those no longer kept included.
    public var requestCount: Int { core.ledger.read { $0.headCount } }

    /// The connections so far, in the order of acceptance.
    public var connections: [ReceivedConnection] { core.ledger.read { $0.connections } }

    /// How many connections were accepted so far.
    public var connectionCount: Int { core.ledger.read { $0.connections.count } }

    /// How many connections neither side has ended.
    public var openConnectionCount: Int { core.ledger.read { $0.connections.count(where: \.isOpen) } }

    // MARK: Waiting

    /// The next request in order of arrival which was not given yet, once it is whole or cut short.
    public func next(within limit: Duration = .seconds(30)) async throws(WireServerError) -> ReceivedRequest {
        let number = core.ledger.takeNumber()
        try await wait(for: .request(number: number), within: limit, "request \(number)")
        return core.ledger.read { $0.requests[max(0, number - $0.droppedCount)] }
    }

    /// Waits until this many requests have arrived since the start.
    ///
    /// - Returns: all requests so far.
    @discardableResult
    public func waitForRequests(
        _ count: Int, _ arrival: Arrival = .whole, within limit: Duration = .seconds(30)
    ) async throws(WireServerError) -> [ReceivedRequest] {
        let condition: Ledger.Condition = arrival == .head ? .heads(count) : .requests(count)
        try await wait(for: condition, within: limit, "\(count) requests (\(arrival))")
        return requests
    }

    /// Waits until this many connections have been accepted since the start.
    public func waitForConnections(
        _ count: Int, within limit: Duration = .seconds(30)
    ) async throws(WireServerError) {
        try await wait(for: .connections(count), within: limit, "\(count) connections")
    }

    /// Waits until either side has ended the connection.
    ///
    /// The client's end is seen when the server reads, writes, waits for a handler or is held up by a fault.
    @discardableResult
    public func waitForConnectionClosed(
        _ index: Int, within limit: Duration = .seconds(30)
    ) async throws(WireServerError) -> ReceivedConnection {
        try await wait(for: .closed(connection: index), within: limit, "the end of connection \(index)")
        return connections[index]
    }

    /// Waits until the server has more to send on the connection, but the client has taken nothing for a fifth of a
    /// second. `bytesSent` then says how much it was given.
    @discardableResult
    public func waitUntilBlocked(
        connection index: Int, within limit: Duration = .seconds(30)
    ) async throws(WireServerError) -> ReceivedConnection {
        try await wait(for: .blocked(connection: index), within: limit, "connection \(index) to be blocked")
        return connections[index]
    }

    /// Waits until the server has sent at least this many bytes on the connection, heads included.
    public func waitUntilSent(
        _ bytes: Int, connection index: Int, within limit: Duration = .seconds(30)
    ) async throws(WireServerError) {
        try await wait(
            for: .sent(bytes, connection: index), within: limit, "\(bytes) bytes sent on connection \(index)")
    }

    /// Waits until at least this many bytes have arrived on the connection, heads included.
    public func waitUntilReceived(
        _ bytes: Int, connection index: Int, within limit: Duration = .seconds(30)
    ) async throws(WireServerError) {
        try await wait(
            for: .received(bytes, connection: index), within: limit, "\(bytes) bytes received on connection \(index)")
    }

    private func wait(
        for condition: Ledger.Condition, within limit: Duration, _ description: String
    ) async throws(WireServerError) {
        func failure(_ kind: WireServerError.Kind, _ what: String) -> WireServerError {
            let (connections, requests) = core.ledger.read { ($0.connections, $0.requests) }
            let arrived = requests.suffix(10).map { "\n  \($0.summary)\($0.isComplete ? "" : ", incomplete")" }.joined()
            return WireServerError(
                kind: kind,
                description: """
                    \(what) while waiting for \(description). So far: \(connections.count) connections, \
                    \(connections.count(where: \.isOpen)) of them open; \(requestCount) requests\
                    \(arrived.isEmpty ? "" : ", the last ones:")\(arrived)
                    """)
        }
        switch await core.ledger.wait(for: condition, within: limit) {
        case .met: return
        case .timedOut: throw failure(.timedOut, "\(limit) passed")
        case .stopped: throw failure(.stopped, "The server was stopped")
        case .cancelled: throw failure(.cancelled, "The task was cancelled")
        }
    }
}
