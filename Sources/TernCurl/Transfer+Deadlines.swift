#if Curl && os(Linux)
    import TernCore

    extension Transfer {
        /// The timers of one call, all on its own clock.
        private enum Timer {
            case queue(Duration)
            case attempt(Duration)
            case idle(Duration)
            case total(Duration)
        }

        /// Every timer that runs in the call's present state, with when it ends.
        private var timers: [(end: Duration, timer: Timer)] {
            var timers: [(end: Duration, timer: Timer)] = []
            if let deadline = request.deadline {
                timers.append((deadline, .total(request.options.totalTimeout ?? .zero)))
            }
            guard hasStarted else {
                if let queue = request.options.queueTimeout { timers.append((enteredAt + queue, .queue(queue))) }
                return timers
            }
            if let timeout = request.timeout, !isHeadDelivered {
                timers.append((startedAt + timeout, .attempt(timeout)))
            }
            // While the reader holds the server back, nothing can move.
            if let idle = request.options.idleTimeout, stream?.isPaused != true {
                timers.append((movedAt + idle, .idle(idle)))
            }
            return timers
        }

        /// When the next timer ends; nil where none runs.
        func findDeadline() -> Duration? { timers.lazy.map(\.end).min() }

        /// The error of a timer that has ended by now.
        func expired(at now: Duration) -> TernError? {
            guard let timer = timers.filter({ $0.end <= now }).min(by: { $0.end < $1.end })?.timer else { return nil }
            let place =
                head.isComplete
                ? "while its body came" : sendings > 0 ? "while waiting for the answer" : "while connecting"
            switch timer {
            case .queue(let limit):
                return error(
                    .queueTimeout,
                    "no connection became free within \(limit): allow more connections, or make fewer calls at once")
            case .attempt(let limit):
                return error(.timeout, "the attempt took longer than its timeout of \(limit), \(place)")
            case .idle(let limit):
                return error(.idleTimeout, "no byte moved for \(limit), \(place)")
            case .total(let limit):
                return error(.totalTimeout, "the whole call took longer than its totalTimeout of \(limit), \(place)")
            }
        }
    }
#endif
