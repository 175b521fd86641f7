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

        /// The first timer to end of those that run in the call's present state.
        private var firstTimer: (end: Duration, timer: Timer)? {
            var first: (end: Duration, timer: Timer)?
            func add(_ end: Duration, _ timer: Timer) {
                if first.map({ end < $0.end }) ?? true { first = (end, timer) }
            }
            if let deadline = request.deadline { add(deadline, .total(request.options.totalTimeout ?? .zero)) }
            guard hasStarted else {
                if let queue = request.options.queueTimeout { add(enteredAt + queue, .queue(queue)) }
                return first
            }
            if let timeout = request.timeout, !isHeadDelivered { add(startedAt + timeout, .attempt(timeout)) }
            // While the reader holds the server back, nothing can move.
            if let idle = request.options.idleTimeout, stream?.isPaused != true { add(movedAt + idle, .idle(idle)) }
            return first
        }

        /// When the next timer ends; nil where none runs.
        var firstDeadline: Duration? { firstTimer?.end }

        /// The error of a timer that has ended by now.
        func expired(at now: Duration) -> TernError? {
            guard let (end, timer) = firstTimer, end <= now else { return nil }
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
