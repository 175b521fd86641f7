import Foundation
import Synchronization
import TernLocks

/// Counts, on any thread, and lets a test wait for a count.
final class Counter: Sendable {
    private struct State {
        var count = 0
        var waiting: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    // Not a Mutex, whose system calls the thread sanitizer doesn't see.
    private let state = Locked(State())

    func add(_ counts: Bool) {
        let ready = state.withLock { state in
            state.count += counts ? 1 : 0
            let count = state.count
            defer { state.waiting.removeAll { $0.0 <= count } }
            return state.waiting.filter { $0.0 <= count }.map(\.1)
        }
        for continuation in ready {
            continuation.resume()
        }
    }

    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.count < count {
                    state.waiting.append((count, continuation))
                    return false
                }
                return true
            }
            if isReady {
                continuation.resume()
            }
        }
    }
}

/// A thread's run loop.
// A loop may be handed its work from any thread.
final class Loop: @unchecked Sendable {
    let runLoop: RunLoop
    private let stopped = Atomic(false)

    init(_ runLoop: RunLoop) {
        self.runLoop = runLoop
    }

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() {
        stopped.store(true, ordering: .relaxed)
    }
}
