public import Foundation

extension Reply {
    /// A moment of an exchange at which a fault strikes.
    public enum Phase: Sendable, Hashable {
        /// The connection was accepted; nothing was read. The next connection takes an enqueued reply with such a fault.
        case accept
        /// The request's first byte is there; nothing of it was read.
        case beforeRequest
        /// This many bytes of the request's body were read; at the body's end if it is shorter.
        case request(afterBytes: Int)
        /// The whole request was read; nothing was answered.
        case afterRequest
        /// This many bytes of the final head were sent; at the head's end if it is shorter.
        case head(afterBytes: Int)
        /// The head was sent.
        case afterHead
        /// This many bytes of the body were sent, chunk framing counted; at the body's end if it is shorter.
        case body(afterBytes: Int)
        /// The whole answer was sent.
        case afterBody
    }

    /// Something that goes wrong, or slow.
    public enum Fault: Sendable {
        /// Closes the connection: FIN, or RST if the client sent bytes that were not read.
        case close
        /// Sends FIN and nothing more; goes on reading until the client closes.
        case halfClose
        /// Sends RST.
        case reset
        /// Does nothing more, reads nothing more, until the client closes or the server stops.
        case stall
        /// Goes on once the gate is open.
        case wait(Gate)
        /// Goes on after this time.
        case delay(Duration)
        /// From here to the end of the exchange, moves no more than this many bytes in each interval.
        case throttle(bytes: Int, every: Duration)
        /// Sends these bytes, which belong to nothing.
        case bytes(Data)

        /// Sends this text, which belongs to nothing.
        public static func text(_ text: String) -> Fault { .bytes(Data(text.utf8)) }
    }

    /// Adds a fault; those of the same phase strike in the order they were added.
    ///
    /// Only an enqueued reply is known before its request. Phases that have passed when a handler or a route gives its
    /// reply strike at once.
    public func fault(_ fault: Fault, at phase: Phase) -> Reply {
        var copy = self
        copy.faults.append((phase, fault))
        return copy
    }

    /// An empty 200 with a fault, for faults which let no answer through.
    public static func fault(_ fault: Fault, at phase: Phase) -> Reply {
        Reply().fault(fault, at: phase)
    }

    func faults(at phase: Phase) -> [Fault] {
        faults.filter { $0.phase == phase }.map(\.fault)
    }

    func hasFault(at phase: Phase) -> Bool {
        faults.contains { $0.phase == phase }
    }
}
