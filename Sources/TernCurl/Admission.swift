#if Curl && os(Linux)
    import TernCore

    /// Who may go to libcurl: at most so many calls to one origin, and in all; the others wait here in the order they
    /// came, and origins that wait for the total take turns.
    struct Admission {
        private final class Lane {
            var active = 0
            var version: HTTPVersion?
            var isParked = false
            /// How many wait.
            private(set) var count = 0
            // A place is emptied at once, so that no call is held longer than it waits.
            private var places: [Transfer?] = []
            private var head = 0
            /// How many places there were before the first of these.
            private var spent = 0

            func append(_ transfer: Transfer) {
                transfer.queuePlace = spent + places.count
                places.append(transfer)
                count += 1
            }

            func remove(_ transfer: Transfer) {
                places[transfer.queuePlace - spent] = nil
                count -= 1
            }

            func pop() -> Transfer? {
                while head < places.count {
                    defer { head += 1 }
                    guard let transfer = places[head] else { continue }
                    remove(transfer)
                    defer { tidy() }
                    return transfer
                }
                return nil
            }

            // Shifting only when half is spent keeps it at a constant cost a call.
            private func tidy() {
                guard head > 32, head * 2 > places.count else { return }
                places.removeFirst(head)
                spent += head
                head = 0
            }
        }

        private let connectionsPerOrigin: Int
        private let streamsPerOrigin: Int
        private let total: Int
        private var lanes: [Origin: Lane] = [:]
        private var parked: [Origin] = []
        private(set) var active = 0
        private(set) var queued = 0

        init(_ configuration: CurlTransport.Configuration) {
            connectionsPerOrigin = max(1, configuration.maxConnectionsPerHost)
            let streams = connectionsPerOrigin.multipliedReportingOverflow(
                by: max(1, configuration.maxStreamsPerConnection))
            streamsPerOrigin = streams.overflow ? .max : streams.partialValue
            total = max(1, configuration.maxConcurrentCalls / max(1, configuration.shards))
        }

        /// Puts a call in line and returns the one that may start now.
        mutating func enter(_ transfer: Transfer) -> Transfer? {
            let lane = lane(of: transfer.origin)
            if lane.count == 0, lane.active < limit(of: lane), active < total {
                lane.active += 1
                active += 1
                return transfer
            }
            transfer.isQueued = true
            queued += 1
            lane.append(transfer)
            return next(in: lane, transfer.origin)
        }

        /// Takes a call that is still in line out of it.
        mutating func abandon(_ transfer: Transfer) {
            guard transfer.isQueued else { return }
            transfer.isQueued = false
            queued -= 1
            lane(of: transfer.origin).remove(transfer)
            tidy(transfer.origin)
        }

        /// Notes that a started call has ended, and returns the one that may start in its place.
        mutating func leave(_ transfer: Transfer) -> Transfer? {
            active -= 1
            let own = lane(of: transfer.origin)
            own.active -= 1
            defer { tidy(transfer.origin) }
            // In line behind those that wait for the total: were it passed over, nobody would ask it again.
            if own.count > 0 { park(own, transfer.origin) }
            while let origin = parked.first {
                parked.removeFirst()
                guard let lane = lanes[origin] else { continue }
                lane.isParked = false
                guard let next = next(in: lane, origin) else { continue }
                if lane.count > 0 { park(lane, origin) }
                return next
            }
            return nil
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
            guard lane.count > 0, lane.active < limit(of: lane) else { return nil }
            guard active < total else {
                park(lane, origin)
                return nil
            }
            guard let transfer = lane.pop() else { return nil }
            transfer.isQueued = false
            queued -= 1
            lane.active += 1
            active += 1
            return transfer
        }

        private func limit(of lane: Lane) -> Int { lane.version == .http2 ? streamsPerOrigin : connectionsPerOrigin }

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
            guard lanes.count > 1024, let lane = lanes[origin], lane.active == 0, lane.count == 0, !lane.isParked else {
                return
            }
            lanes[origin] = nil
        }
    }
#endif
