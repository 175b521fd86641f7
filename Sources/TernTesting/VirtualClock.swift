import TernLocks

/// A clock whose time moves only when a test says so.
///
/// ```swift
/// let clock = VirtualClock()
/// let client = Client(transport: StubTransport(.after(.seconds(3)), answering: .json("{}")), clock: clock)
/// async let answer = client.data(from: url)
/// await clock.waitForSleepers(count: 1)
/// clock.advance(by: .seconds(3))
/// _ = try await answer
/// ```
///
/// A sleeper that wakes reads the time that the clock was advanced to. To see each tick of a timer, advance tick by tick
/// and wait for the sleepers in between.
public final class VirtualClock: Clock {
    /// A point in the clock's time.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// Makes a point in time.
        public init(offset: Duration = .zero) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper: Sendable {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var now = Instant()
        var lastID = 0
        /// By deadline; of the same deadline in the order they came.
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var waiters = CountWaiters()

        mutating func add(_ sleeper: Sleeper) -> [CheckedContinuation<Void, Never>] {
            if cancelled.contains(sleeper.id) || sleeper.deadline <= now { return [sleeper.continuation] }
            let index = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
            sleepers.insert(sleeper, at: index)
            return waiters.reached(sleepers.count)
        }

        mutating func advance(to instant: Instant) -> [CheckedContinuation<Void, Never>] {
            now = max(now, instant)
            let due = sleepers.prefix { $0.deadline <= now }
            sleepers.removeFirst(due.count)
            return due.map(\.continuation)
        }
    }

    private let state = Locked(State())

    /// Makes a clock at time zero.
    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep on this clock now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock is advanced that far. A deadline in the past returns at once.
    ///
    /// - Throws: CancellationError when the task is cancelled, before or while it sleeps.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state in
                    state.add(Sleeper(id: id, deadline: deadline, continuation: continuation))
                }
                for continuation in ready { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume()
        }
        let isCancelled = state.withLock { $0.cancelled.remove(id) != nil }
        if isCancelled { throw CancellationError() }
    }

    /// Moves the time on and wakes, in the order of their deadlines, those who slept until then or earlier.
    public func advance(by duration: Duration) { wake { $0.now.advanced(by: duration) } }

    /// Moves the time on to a point; one in the past moves nothing.
    public func advance(to instant: Instant) { wake { _ in instant } }

    /// Moves the time on to the last deadline of those who sleep now, and wakes them all, in order.
    public func run() { wake { $0.sleepers.last?.deadline ?? $0.now } }

    /// Suspends until at least `count` tasks sleep on this clock, or the task is cancelled.
    public func waitForSleepers(count: Int) async {
        await state.wait(\.waiters, until: count) { $0.sleepers.count }
    }

    private func wake(until instant: @Sendable (State) -> Instant) {
        let due = state.withLock { state in state.advance(to: instant(state)) }
        for continuation in due { continuation.resume() }
    }
}
