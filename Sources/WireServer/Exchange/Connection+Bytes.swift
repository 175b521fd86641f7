import Foundation

/// Bytes that arrived and wait to be read.
struct InputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var pending: ArraySlice<UInt8> { bytes[start...] }
    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ new: some Sequence<UInt8>) { bytes.append(contentsOf: new) }

    mutating func drop(_ count: Int) {
        start += count
        if isEmpty {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
    }
}

extension Connection {
    /// Reads what there is into `input`, waiting for something to be there.
    ///
    /// - Returns: false when the client has sent FIN.
    func fill() throws(ConnectionOver) -> Bool {
        let limit = try paced(32 << 10)
        while true {
            let (transfer, bytes) = receive(upTo: limit)
            switch transfer {
            case .bytes(let count):
                input.append(bytes)
                core.ledger.received(count, on: index)
                if core.stopping.isRaised { throw ConnectionOver(.serverStopped) }
                return true
            case .wouldBlock: _ = try wait(.readable)
            case .ended:
                noteClientClosed()
                return false
            case .broken: throw ConnectionOver(.brokenByClient)
            }
        }
    }

    private func receive(upTo limit: Int) -> (Socket.Transfer, [UInt8]) {
        var transfer = Socket.Transfer.wouldBlock
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            transfer = socket.receive(into: UnsafeMutableRawBufferPointer(buffer))
            if case .bytes(let received) = transfer { count = received }
        }
        return (transfer, bytes)
    }

    /// Sends everything, unless FIN was sent before.
    func send(_ data: Data) throws(ConnectionOver) {
        var rest = data[...]
        while !rest.isEmpty, !isOutputClosed {
            let piece = rest.prefix(try paced(rest.count))
            let transfer = piece.withUnsafeBytes { socket.transmit($0) }
            switch transfer {
            case .bytes(let count):
                rest = rest.dropFirst(count)
                core.ledger.sent(count, on: index)
                if core.stopping.isRaised { throw ConnectionOver(.serverStopped) }
            case .wouldBlock: try waitUntilWritable()
            case .ended, .broken: throw ConnectionOver(.brokenByClient)
            }
        }
    }

    private func waitUntilWritable() throws(ConnectionOver) {
        // A reader that is merely slower takes something within this time; one that has stopped does not.
        guard try !wait(.writable, milliseconds: 200) else { return }
        core.ledger.setBlocked(true, index)
        _ = try wait(.writable)
        core.ledger.setBlocked(false, index)
    }

    /// How many bytes may move now; waits for the next interval while a throttle is on.
    private func paced(_ count: Int) throws(ConnectionOver) -> Int {
        guard let pace else { return count }
        if pace.hasBegun { try pause(until: .now + pace.interval) }
        self.pace?.hasBegun = true
        return min(count, pace.bytes)
    }

    /// Whether the client has sent something that was not used; closing now would send RST and could destroy the answer.
    var hasUnreadBytes: Bool {
        !input.isEmpty || Socket.wait(for: [(socket.descriptor, .readable)], milliseconds: 0)[0]
    }

    /// Sends FIN; whatever is to be sent later is dropped.
    func closeOutput() {
        socket.shutDownWriting()
        isOutputClosed = true
    }

    /// Sends FIN and reads on until the client closes, so that it gets the answer although it still sends.
    func linger() throws(ConnectionOver) {
        if !isOutputClosed { closeOutput() }
        pace = nil
        input = InputBuffer()
        while try fill() { input = InputBuffer() }
    }
}
