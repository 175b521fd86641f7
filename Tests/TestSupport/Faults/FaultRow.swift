package import TernCore
package import TernTesting

/// One way in which an exchange goes wrong, or is odd, and what must become of the call: the same however its answer is
/// delivered, and whatever it sends.
package struct FaultRow: Sendable {
    package let name: String
    /// What the server does. It may wait for how far the caller has come.
    package let reply: @Sendable (FaultProbe) -> Reply
    /// The code that the call ends with; nil: it ends with a value.
    package let code: TernError.Code?
    /// The code where the connection dies before the client's system has told that it stands.
    package var codeBeforeConnected: TernError.Code?
    /// The status of the head that came; nil where none did.
    package var status: HTTPStatus? = .ok
    /// What came of the body.
    package var body = Received.whole("0123456789")
    /// How many requests arrived whole; nil: the client and the server race.
    package var arrivals: Int? = 1
    /// What the next call finds.
    package var next = Next.anyConnection
    /// How many bytes the server must have sent before the next call is made.
    package var bytesBeforeNext = 0
    /// What of the request is on its way when the fault strikes.
    package var upload = Upload.short
    /// The moment from which nothing moves any more; nil: the call ends by itself.
    package var standstill: Standstill?

    package enum Received: Hashable, Sendable {
        case nothing
        case whole(String)
        /// What was sent of it may be lost with the connection.
        case atMost(String)
    }

    package enum Next: Hashable, Sendable {
        case sameConnection, freshConnection, anyConnection
        /// The connection is kept, but its server is gone for good.
        case unknown
    }

    package enum Upload: Hashable, Sendable {
        /// It fits into the buffers of the two systems.
        case short
        /// It doesn't fit, so that it is on its way for as long as the server doesn't read it.
        case long
        /// The stream waits in its midst until the answer has come.
        case paused
    }

    package enum Standstill: Hashable, Sendable {
        case connected
        case requestArrives
        case requested
        /// The server has sent this many bytes of its head.
        case sent(Int)
        /// The call was given the head.
        case headDelivered
        /// The call was given the first bytes of the body.
        case bodyBegun
    }
}

/// One row as it meets one kind of call.
package struct FaultCell: Sendable, CustomStringConvertible {
    package enum Delivery: String, CaseIterable, Sendable { case collected, streamed }
    package enum Sending: String, CaseIterable, Sendable { case get, post, oneShot }

    package let row: FaultRow
    package let delivery: Delivery
    package let sending: Sending

    package var description: String { "\(row.name), \(delivery), \(sending)" }

    /// What there is to see of a call's end.
    package struct Observation: Hashable, Sendable, CustomStringConvertible {
        package var code: TernError.Code?
        package var status: HTTPStatus?
        package var body: FaultRow.Received
        package var arrivals: Int?
        package var next: FaultRow.Next

        package var description: String {
            "\(code?.rawValue ?? "a value"), head \(status.map { "\($0.code)" } ?? "none"), body \(body), \(arrivals.map { "\($0)" } ?? "any number") arrived, next: \(next)"
        }
    }

    package var expected: Observation {
        // A collected call that fails hands over nothing of what came.
        let isHandedOver = row.code == nil || delivery == .streamed
        return Observation(
            code: row.code, status: isHandedOver ? row.status : nil, body: isHandedOver ? row.body : .nothing,
            arrivals: row.arrivals, next: row.next)
    }
}

/// A transport as the matrix sees it, so that each of Tern's goes through the same one.
package struct TransportUnderTest: Sendable {
    /// Makes one with connections of its own.
    package let make: @Sendable () -> any Transport
    /// Whether it has nothing to do.
    package let isIdle: @Sendable (any Transport) -> Bool

    package init(make: @escaping @Sendable () -> any Transport, isIdle: @escaping @Sendable (any Transport) -> Bool) {
        self.make = make
        self.isIdle = isIdle
    }
}
