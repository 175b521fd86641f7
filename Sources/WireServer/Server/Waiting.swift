import TernLocks

/// One task's wait for one outcome; the first outcome wins.
final class Waiting<Outcome: Sendable>: Sendable {
    private struct State {
        var outcome: Outcome?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    func settle(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.continuation.take()
        }
        continuation?.resume()
    }

    /// The outcome, once there is one. To be called once.
    func value() async -> Outcome {
        while true {
            if let outcome = state.withLock({ $0.outcome }) { return outcome }
            await withCheckedContinuation { continuation in
                let isSettled = state.withLock { state in
                    guard state.outcome == nil else { return true }
                    state.continuation = continuation
                    return false
                }
                if isSettled { continuation.resume() }
            }
        }
    }
}
