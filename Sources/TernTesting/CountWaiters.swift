import TernLocks

/// Those who wait until a count is reached. Part of a state that a lock guards.
struct CountWaiters: Sendable {
    private var lastID = 0
    private var waiters: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var cancelled: Set<Int> = []

    init() {}

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a waiter. Returns the continuation back where there is nothing to wait for.
    mutating func add(
        _ id: Int, until count: Int, now: Int, _ continuation: CheckedContinuation<Void, Never>
    ) -> CheckedContinuation<Void, Never>? {
        if cancelled.remove(id) != nil || now >= count { return continuation }
        waiters.append((id, count, continuation))
        return nil
    }

    /// Takes out those whose count is reached. To be resumed outside the lock.
    mutating func reached(_ now: Int) -> [CheckedContinuation<Void, Never>] {
        guard waiters.contains(where: { $0.count <= now }) else { return [] }
        let reached = waiters.filter { $0.count <= now }
        waiters.removeAll { $0.count <= now }
        return reached.map(\.continuation)
    }

    /// Takes out one that waits no more. To be resumed outside the lock.
    mutating func cancel(_ id: Int) -> CheckedContinuation<Void, Never>? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return nil
        }
        return waiters.remove(at: index).continuation
    }

    /// Forgets what is left of a waiter after its wait.
    mutating func finish(_ id: Int) { cancelled.remove(id) }
}

extension Locked where Value: Sendable {
    /// Suspends until `count` of the state is at least `target`, or the task is cancelled.
    func wait(
        _ waiters: any (WritableKeyPath<Value, CountWaiters> & Sendable), until target: Int,
        count: @escaping @Sendable (Value) -> Int
    ) async {
        let id = withLock { $0[keyPath: waiters].newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = withLock { state in
                    let now = count(state)
                    return state[keyPath: waiters].add(id, until: target, now: now, continuation)
                }
                ready?.resume()
            }
        } onCancel: {
            withLock { $0[keyPath: waiters].cancel(id) }?.resume()
        }
        withLock { $0[keyPath: waiters].finish(id) }
    }
}
