import TernCore
import TernTesting

/// Every fault at every phase, and what must become of the call.
package enum FaultMatrix {
    /// Every row with every delivery and every kind of request.
    package static var cells: [FaultCell] {
        (connectionFaults + oddAnswers + earlyAnswers).flatMap { row in
            FaultCell.Delivery.allCases.flatMap { delivery in
                FaultCell.Sending.allCases.compactMap { sending in
                    // An answer is early only where the request takes long.
                    row.upload == .paused && sending == .get
                        ? nil : FaultCell(row: row, delivery: delivery, sending: sending)
                }
            }
        }
    }

    // MARK: What a connection can suffer

    private enum Phase: Int, CaseIterable {
        case accept, beforeRequest, inRequest, afterRequest, inHead, afterHead, inBody, afterBody

        var ofReply: Reply.Phase {
            switch self {
            case .accept: .accept
            case .beforeRequest: .beforeRequest
            case .inRequest: .request(afterBytes: 1000)
            case .afterRequest: .afterRequest
            case .inHead: .head(afterBytes: 20)
            case .afterHead: .afterHead
            case .inBody: .body(afterBytes: 4)
            case .afterBody: .afterBody
            }
        }

        /// From when on nothing moves that is still to come.
        var standstill: FaultRow.Standstill {
            switch self {
            case .accept, .beforeRequest: .connected
            case .inRequest: .requestArrives
            case .afterRequest: .requested
            case .inHead: .sent(20)
            case .afterHead: .headDelivered
            case .inBody, .afterBody: .bodyBegun
            }
        }
    }

    private static let rubbish = Reply.Fault.text("rubbish\r\n\r\n")

    /// The documented code of each fault at each phase.
    private static let codes: [(name: String, fault: Reply.Fault, codes: [TernError.Code?])] = {
        let lost = TernError.Code.connectionLost
        let short = TernError.Code.truncatedBody
        let idle = TernError.Code.idleTimeout
        let bad = TernError.Code.malformedResponse
        let value: TernError.Code? = nil
        return [
            //             accept before  in the request  after it  in the head  after it  in the body  after it
            ("close", .close, [lost, lost, lost, lost, lost, short, short, value]),
            ("half-close", .halfClose, [lost, lost, lost, lost, lost, short, short, value]),
            ("reset", .reset, [lost, lost, lost, lost, lost, short, short, value]),
            ("stall", .stall, [idle, idle, idle, idle, idle, idle, idle, value]),
            ("throttle", .throttle(bytes: 4096, every: .microseconds(100)), Array(repeating: value, count: 8)),
            ("rubbish", rubbish, [bad, bad, bad, bad]),
        ]
    }()

    private static var connectionFaults: [FaultRow] {
        codes.flatMap { name, fault, codes in
            zip(Phase.allCases, codes).map { phase, code in row(name, fault, phase, code) }
        }
    }

    private static func row(_ name: String, _ fault: Reply.Fault, _ phase: Phase, _ code: TernError.Code?) -> FaultRow {
        var row = FaultRow(
            name: "\(name), \(phase)", reply: { _ in .text("0123456789").fault(fault, at: phase.ofReply) }, code: code)
        if code != nil {
            row.next = .freshConnection
            row.status = phase.rawValue < Phase.afterHead.rawValue ? nil : .ok
            row.body = phase == .inBody ? .atMost("0123") : .nothing
            row.arrivals = phase.rawValue < Phase.afterRequest.rawValue ? 0 : 1
        }
        switch fault {
        case .stall:
            row.standstill = code == nil ? nil : phase.standstill
            if phase == .inRequest { row.upload = .long }
            if code == nil { row.next = .unknown }
        case .close, .reset:
            if phase == .inRequest { row.upload = .long }
            if phase == .accept { row.codeBeforeConnected = .connection }
        case .throttle: row.next = .sameConnection
        case .bytes:
            // The server reads on, unless the client has gone before.
            row.arrivals = nil
        case .halfClose:
            if code != nil { row.arrivals = nil }
        default: break
        }
        return row
    }
}
