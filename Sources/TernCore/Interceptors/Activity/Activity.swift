import TernLocks

/// Counts the calls that run: what a loading indicator listens to.
///
/// ```swift
/// let activity = Activity()
/// let client = Client(activity: activity)
/// for await isActive in activity.states { indicator.isHidden = !isActive }
/// ```
///
/// A call runs from its start until its body has ended: read, failed, or let go of. One activity may count for
/// several clients.
public final class Activity: Interceptor {
    private struct Observer: Sendable {
        let id: Int
        let onChange: @Sendable (Bool) -> Void
        let onRelease: (@Sendable () -> Void)?
    }

    private struct State: Sendable {
        var count = 0
        var lastID = 0
        var observers: [Observer] = []
        var untold: [(observer: Int, isActive: Bool)] = []
        var isTelling = false

        mutating func announce() {
            for observer in observers { untold.append((observer.id, count > 0)) }
        }

        /// The next change and who is to be told, or nil, and then telling has ended.
        mutating func nextChange() -> (observer: Observer, isActive: Bool)? {
            while !untold.isEmpty {
                let change = untold.removeFirst()
                if let observer = observers.first(where: { $0.id == change.observer }) {
                    return (observer, change.isActive)
                }
            }
            isTelling = false
            return nil
        }
    }

    private let state = Locked(State())

    /// Makes an activity of no calls.
    public init() {}

    /// The number of calls that run now.
    public var count: Int { state.withLock { $0.count } }

    /// Whether any call runs now.
    public var isActive: Bool { count > 0 }

    /// Tells `onChange` the present state, and then each change between none and some.
    ///
    /// Changes arrive one after another, in order, on the thread that caused them or is telling another one just then.
    ///
    /// - Returns: what ends the observation, at the latest when it is let go of.
    public func observe(_ onChange: @escaping @Sendable (_ isActive: Bool) -> Void) -> Observation {
        observe(onRelease: nil, onChange)
    }

    /// The present state, and then each change between none and some. A slow reader gets the latest. The sequence ends
    /// with the activity.
    public var states: AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let observation = observe(onRelease: { continuation.finish() }, { continuation.yield($0) })
        continuation.onTermination = { _ in observation.end() }
        return stream
    }

    /// Counts the call until its body has ended.
    public func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        change { $0.count += 1 }
        do {
            var answer = try await next(request)
            answer.body = answer.body.onEnd { self.change { $0.count -= 1 } }
            return answer
        } catch {
            change { $0.count -= 1 }
            throw error
        }
    }

    deinit {
        // Taken out, since a closure that holds its own observation would keep both.
        let observers = state.withLock { state in
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer.onRelease?() }
    }

    private func observe(
        onRelease: (@Sendable () -> Void)?, _ onChange: @escaping @Sendable (Bool) -> Void
    ) -> Observation {
        let id = state.withLock { state in
            state.lastID += 1
            state.observers.append(Observer(id: state.lastID, onChange: onChange, onRelease: onRelease))
            state.untold.append((state.lastID, state.count > 0))
            return state.lastID
        }
        change { _ in }
        return Observation { [state] in
            let ended = state.withLock { state in
                state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
            }
            withExtendedLifetime(ended) {}  // what the observer's closure holds must not be released under the lock
        }
    }

    /// Changes the state and tells the observers, one change at a time: whoever finds another thread telling leaves its
    /// change to that one, so that no two can overtake each other.
    private func change(_ body: (inout State) -> Void) {
        let isTeller = state.withLock { state in
            let wasActive = state.count > 0
            body(&state)
            if wasActive != (state.count > 0) { state.announce() }
            guard !state.isTelling, !state.untold.isEmpty else { return false }
            state.isTelling = true
            return true
        }
        guard isTeller else { return }
        while let change = state.withLock({ $0.nextChange() }) { change.observer.onChange(change.isActive) }
    }

    /// An observation that is going on. It ends when it is let go of.
    public final class Observation: Sendable {
        private let onEnd: @Sendable () -> Void

        fileprivate init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

        /// Ends the observation. A change that is just being told may still arrive.
        public func end() { onEnd() }

        deinit { onEnd() }
    }
}
