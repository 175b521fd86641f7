import Foundation

/// One request and its answer. `run` lists the steps in the order in which they pass; every phase of a fault is there.
struct Exchange {
    let connection: Connection
    /// The request's place on its connection.
    let number: Int
    /// Known from acceptance, from the request's first byte, its head or its end, whichever is first to tell.
    private(set) var reply: Reply?
    private var isAnswered = false
    /// Whether the connection takes no further request.
    private var closes = false
    private var mustClose = false
    private var handler: WireServer.Handler?
    private var record: (number: Int, request: ReceivedRequest)?

    /// - Parameter reply: the one that the connection took when it was accepted.
    init(_ connection: Connection, number: Int, reply: Reply?) {
        self.connection = connection
        self.number = number
        self.reply = reply
    }

    /// - Returns: whether another exchange may follow.
    mutating func run() throws(ConnectionOver) -> Bool {
        defer { settle() }
        try awaitFirstByte()
        reply = reply ?? connection.core.script.claim(at: .beforeRequest)
        try strike(at: .beforeRequest)

        guard let framing = try readHead() else { return try finish() }
        try decide()
        try invite()
        guard try readBody(framing) else { return try finish() }
        settle()

        if let handler, let request = record?.request {
            reply = try connection.ask(handler, request)
            try strikeOverduePhases()
            for (_, action) in bodyActions() { try perform(action) }
        }
        try strike(at: .afterRequest)
        try answer()
        return try finish()
    }

    // MARK: The request

    private func awaitFirstByte() throws(ConnectionOver) {
        guard connection.input.isEmpty else { return }
        while try !connection.wait(.readable) {}
    }

    /// Reads and records the head.
    ///
    /// - Returns: nil if it is malformed, and was answered.
    private mutating func readHead() throws(ConnectionOver) -> RequestHead.Framing? {
        let bytes = try readHeadBytes()
        do throws(MalformedRequest) {
            guard bytes.count <= RequestHead.longest else {
                throw MalformedRequest(problem: "the head is longer than \(RequestHead.longest) bytes", status: 431)
            }
            let head = try RequestHead(bytes)
            begin(bytes, head)
            mustClose = head.version == "HTTP/1.0" || head.headers.contains(token: "close", in: "Connection")
            return try head.framing()
        } catch {
            if record == nil { begin(bytes, nil) }
            try refuse(error)
            return nil
        }
    }

    private mutating func readHeadBytes() throws(ConnectionOver) -> ArraySlice<UInt8> {
        var scanned = 0
        while true {
            let pending = connection.input.pending
            if let end = RequestHead.end(in: pending, from: scanned) {
                defer { connection.input.drop(end) }
                return pending.prefix(end)
            }
            guard pending.count <= RequestHead.longest else { return pending }
            scanned = pending.count
            guard try connection.fill() else {
                if !pending.isEmpty {
                    begin(pending, nil)
                    record?.request.problem = "the connection ended within the head"
                }
                throw ConnectionOver(.closedByClient)
            }
        }
    }

    /// Reads the body, and whatever is to happen in its midst.
    ///
    /// - Returns: false if it is malformed, and was answered.
    private mutating func readBody(_ framing: RequestHead.Framing) throws(ConnectionOver) -> Bool {
        var decoder = BodyDecoder(framing, keeping: connection.core.bodyBytesKept)
        var marks = Marks(bodyActions())
        var offset = 0
        defer { note(decoder) }
        while true {
            while let action = marks.take(at: offset) { try perform(action) }
            if decoder.isComplete { break }
            if connection.input.isEmpty, try !connection.fill() {
                record?.request.problem = "the connection ended within the body"
                throw ConnectionOver(.closedByClient)
            }
            let pending = connection.input.pending
            do throws(MalformedRequest) {
                let count = try decoder.consume(pending.prefix(marks.room(at: offset, of: pending.count)))
                connection.input.drop(count)
                offset += count
            } catch {
                try refuse(error)
                return false
            }
        }
        while let action = marks.takeRest() { try perform(action) }
        record?.request.isComplete = true
        return true
    }

    private enum BodyAction {
        case fault(Reply.Fault)
        case answer
    }

    private func bodyActions() -> [(offset: Int, action: BodyAction)] {
        var actions: [(offset: Int, action: BodyAction)] = []
        for (phase, fault) in reply?.faults ?? [] {
            if case .request(let offset) = phase { actions.append((offset, .fault(fault))) }
        }
        if let offset = reply?.earlyOffset { actions.append((offset, .answer)) }
        return actions
    }

    private mutating func perform(_ action: BodyAction) throws(ConnectionOver) {
        switch action {
        case .fault(let fault): try connection.apply(fault)
        case .answer:
            try answer()
            // The client still sends, so a plain close could destroy the answer on its way.
            if closes { connection.closeOutput() }
        }
    }

    // MARK: The record

    private mutating func begin(_ bytes: ArraySlice<UInt8>, _ head: RequestHead?) {
        let request = ReceivedRequest(
            connection: connection.index, index: number, rawHead: Data(bytes), method: head?.method ?? "",
            target: head?.target ?? "", version: head?.version ?? "", headers: head?.headers ?? [:])
        record = (connection.core.ledger.began(request), request)
    }

    private mutating func note(_ decoder: BodyDecoder) {
        record?.request.body = decoder.body
        record?.request.bodyLength = decoder.length
        record?.request.chunkSizes = decoder.chunkSizes
        record?.request.trailers = decoder.trailers
    }

    private var isSettled = false

    private mutating func settle() {
        guard let record, !isSettled else { return }
        isSettled = true
        connection.core.ledger.settle(record.number, record.request)
    }

    // MARK: The answer

    /// Asks the script, unless a reply was taken before the request was known.
    private mutating func decide() throws(ConnectionOver) {
        guard reply == nil, let request = record?.request else { return }
        switch connection.core.script.decision(for: request) {
        case .reply(let reply): self.reply = reply
        case .ask(let handler, .head): reply = try connection.ask(handler, request)
        case .ask(let handler, .wholeRequest):
            self.handler = handler
            return
        }
        try strikeOverduePhases()
    }

    /// Sends `100 Continue` (RFC 9110 §10.1.1).
    private mutating func invite() throws(ConnectionOver) {
        guard let request = record?.request, request.version == "HTTP/1.1",
            request.headers.contains(token: "100-continue", in: "Expect")
        else { return }
        if reply?.earlyOffset == 0 {
            // Whether the body still comes is the client's choice, so what comes next can't be told apart.
            mustClose = true
        } else if reply?.answersExpectation ?? true {
            try connection.send(Data(Reply.head(100, nil, [:]).utf8))
        }
    }

    private mutating func answer() throws(ConnectionOver) {
        guard !isAnswered, let reply, let request = record?.request else { return }
        isAnswered = true
        var layout = reply.layout(for: request, mustClose: mustClose)
        closes = layout.closes
        try connection.send(layout.interim)

        var marks = Marks<Reply.Fault>(
            reply.faults.compactMap { if case .head(let offset) = $0.phase { (offset, $0.fault) } else { nil } })
        try send(layout.head, from: 0, &marks)
        while let fault = marks.takeRest() { try connection.apply(fault) }
        try strike(at: .afterHead)

        marks = Marks(
            reply.faults.compactMap { if case .body(let offset) = $0.phase { (offset, $0.fault) } else { nil } })
        var offset = 0
        while !connection.isOutputClosed, let piece = layout.body.next() {
            try send(piece, from: offset, &marks)
            offset += piece.count
        }
        while let fault = marks.takeRest() { try connection.apply(fault) }
        try strike(at: .afterBody)
    }

    private func send(_ data: Data, from start: Int, _ marks: inout Marks<Reply.Fault>) throws(ConnectionOver) {
        var sent = 0
        while sent < data.count {
            while let fault = marks.take(at: start + sent) { try connection.apply(fault) }
            let count = marks.room(at: start + sent, of: data.count - sent)
            try connection.send(data.dropFirst(sent).prefix(count))
            sent += count
        }
    }

    private mutating func refuse(_ failure: MalformedRequest) throws(ConnectionOver) {
        record?.request.problem = failure.problem
        settle()
        mustClose = true
        handler = nil
        reply = .text("\(failure.problem)\n", status: failure.status)
        try answer()
        closes = true
    }

    // MARK: Faults

    private func strike(at phase: Reply.Phase) throws(ConnectionOver) {
        for fault in reply?.faults(at: phase) ?? [] { try connection.apply(fault) }
    }

    private func strikeOverduePhases() throws(ConnectionOver) {
        try strike(at: .accept)
        try strike(at: .beforeRequest)
    }

    /// - Returns: whether another exchange may follow.
    private func finish() throws(ConnectionOver) -> Bool {
        if !closes, !connection.isOutputClosed { return true }
        if connection.isOutputClosed || connection.hasUnreadBytes { try connection.linger() }
        return false
    }
}
