import TernLocks

/// A door that is closed until a test opens it; it then stays open.
///
///     let gate = Gate()
///     server.enqueue(.json("{}").fault(.wait(gate), at: .afterHead))
///     // the head arrives, the body waits
///     gate.open()
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextKey = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Locked(State())

    /// A closed gate.
    public init() {}

    /// Whether the gate was opened.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate for good; everything that waits at it goes on.
    public func open() {
        let actions = state.withLock { state in
            state.isOpen = true
            defer { state.actions = [:] }
            return state.actions
        }
        for action in actions.values { action() }
    }

    /// Waits until the gate is open; returns at once if the task is cancelled.
    public func wait() async {
        let waiting = Waiting<Void>()
        let key = whenOpen { waiting.settle(()) }
        await withTaskCancellationHandler {
            await waiting.value()
        } onCancel: {
            waiting.settle(())
        }
        forget(key)
    }

    /// Runs `action` once the gate is open, which may be now.
    ///
    /// - Returns: what `forget` needs to drop the action.
    @discardableResult
    func whenOpen(_ action: @escaping @Sendable () -> Void) -> Int? {
        let key: Int? = state.withLock { state in
            guard !state.isOpen else { return nil }
            state.nextKey += 1
            state.actions[state.nextKey] = action
            return state.nextKey
        }
        if key == nil { action() }
        return key
    }

    func forget(_ key: Int?) {
        guard let key else { return }
        let dropped = state.withLock { $0.actions.removeValue(forKey: key) }
        withExtendedLifetime(dropped) {}
    }
}
