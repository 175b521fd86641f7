#if Curl && os(Linux)
    import TernCore

    /// Who may go to libcurl: at most so many calls to one origin, and in all; the others wait here in the order they
    /// came, and origins that wait for the total take turns.
    struct Admission {
        private final class Lane {
            var active = 0
            var version: HTTPVersion?
            var isParked = false
            private var waiting: [Transfer?] = []
            private var head = 0

            var isEmpty: Bool { head == waiting.count }

            func push(_ transfer: Transfer) { waiting.append(transfer) }

            func pop() -> Transfer? {
                defer {
                    // Its place is kept for a while, but not the call with all its bytes.
                    waiting[head] = nil
                    head += 1
                    // Shifting only when half is spent keeps it at a constant cost a call.
                    if head > 32, head * 2 > waiting.count {
                        waiting.removeFirst(head)
                        head = 0
                    }
                }
                return waiting[head]
            }
        }

        private let connectionsPerOrigin: Int
        private let streamsPerConnection: Int
        private let total: Int
        private var lanes: [Origin: Lane] = [:]
        private var parked: [Origin] = []
        private(set) var active = 0
        private(set) var queued = 0

        init(_ configuration: CurlTransport.Configuration) {
            connectionsPerOrigin = max(1, configuration.maxConnectionsPerHost)
            streamsPerConnection = max(1, configuration.maxStreamsPerConnection)
            total = max(1, configuration.maxConcurrentCalls / max(1, configuration.shards))
        }

        /// Puts a call in line and returns those that may start now.
        mutating func enter(_ transfer: Transfer) -> Transfer? {
            let lane = lane(of: transfer.origin)
            transfer.isQueued = true
            queued += 1
            lane.push(transfer)
            return next(in: lane, transfer.origin)
        }

        /// Takes a call that is still in line out of it.
        mutating func abandon(_ transfer: Transfer) {
            guard transfer.isQueued else { return }
            transfer.isQueued = false
            queued -= 1
        }

        /// Notes that a started call has ended, and returns the one that may start in its place.
        mutating func leave(_ transfer: Transfer) -> Transfer? {
            active -= 1
            let lane = lane(of: transfer.origin)
            lane.active -= 1
            defer { tidy(transfer.origin) }
            while let origin = parked.first {
                parked.removeFirst()
                guard let lane = lanes[origin] else { continue }
                lane.isParked = false
                guard let next = next(in: lane, origin) else { continue }
                if !lane.isEmpty { park(lane, origin) }
                return next
            }
            return next(in: lane, transfer.origin)
        }

        /// Notes what an origin speaks; returns whether more calls may start, HTTP/2 being news, whose connections carry many.
        mutating func note(_ version: HTTPVersion?, of origin: Origin) -> Bool {
            guard let version, let lane = lanes[origin], lane.version != version else { return false }
            let mayGrow = lane.version != .http2
            lane.version = version
            return version == .http2 && mayGrow
        }

        /// Whether a connection carries one call at a time, as far as is known before it is chosen. One that is used again
        /// has answered before, so that what it speaks was noted.
        func usesConnectionsAlone(_ transfer: Transfer) -> Bool {
            switch lanes[transfer.origin]?.version {
            case .http2: false
            case nil: transfer.request.options.httpVersion != .http2 && transfer.origin.scheme == "http"
            default: true
            }
        }

        /// The next call of an origin that may start, once its limit has grown.
        mutating func next(of origin: Origin) -> Transfer? {
            lanes[origin].flatMap { next(in: $0, origin) }
        }

        private mutating func next(in lane: Lane, _ origin: Origin) -> Transfer? {
            let limit = lane.version == .http2 ? connectionsPerOrigin * streamsPerConnection : connectionsPerOrigin
            while !lane.isEmpty, lane.active < limit {
                guard active < total else {
                    park(lane, origin)
                    return nil
                }
                guard let transfer = lane.pop(), transfer.isQueued else { continue }
                transfer.isQueued = false
                queued -= 1
                lane.active += 1
                active += 1
                return transfer
            }
            return nil
        }

        private mutating func park(_ lane: Lane, _ origin: Origin) {
            guard !lane.isParked else { return }
            lane.isParked = true
            parked.append(origin)
        }

        private mutating func lane(of origin: Origin) -> Lane {
            if let lane = lanes[origin] { return lane }
            let lane = Lane()
            lanes[origin] = lane
            return lane
        }

        /// Forgets an origin that nobody calls, once there are many.
        private mutating func tidy(_ origin: Origin) {
            guard lanes.count > 1024, let lane = lanes[origin], lane.active == 0, lane.isEmpty, !lane.isParked else {
                return
            }
            lanes[origin] = nil
        }
    }
#endif
