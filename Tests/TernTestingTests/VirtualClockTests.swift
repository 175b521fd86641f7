import Foundation
import TernLocks
import TernTesting
import Testing

@Suite struct VirtualClockTests {
    private let clock = VirtualClock()

    /// One thread that runs its jobs in the order they were handed over: a sleeper that wakes first, runs first.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private final class InOrder: TaskExecutor {
        private let queue = DispatchQueue(label: "in order")
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test func `Time moves only when it is advanced`() {
        #expect(clock.now == VirtualClock.Instant())
        clock.advance(by: .seconds(3))
        #expect(clock.now.offset == .seconds(3))
        clock.advance(to: VirtualClock.Instant(offset: .seconds(5)))
        #expect(clock.now.offset == .seconds(5))
        clock.advance(to: VirtualClock.Instant(offset: .seconds(1)))
        clock.advance(by: .seconds(-1))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `Instants measure and compare`() {
        let early = VirtualClock.Instant(offset: .seconds(1))
        let late = early.advanced(by: .seconds(2))
        #expect(early < late)
        #expect(early.duration(to: late) == .seconds(2))
        #expect(late.duration(to: early) == .seconds(-2))
    }

    @Test func `A sleeper wakes at its deadline and not before`() async throws {
        async let slept: Void = clock.sleep(for: .seconds(2))
        await clock.waitForSleepers(count: 1)
        clock.advance(by: .milliseconds(1999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(clock.sleeperCount == 0)
        try await slept
    }

    @Test func `A deadline that is now or past returns at once`() async throws {
        clock.advance(by: .seconds(1))
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: VirtualClock.Instant())
        #expect(clock.sleeperCount == 0)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func wakeOrder(_ seconds: [Int], _ wake: (VirtualClock) -> Void) async throws -> [Int] {
        let woken = Locked<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            let executor = InOrder()
            for (index, seconds) in seconds.enumerated() {
                group.addTask(executorPreference: executor) { [clock] in
                    try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(seconds)))
                    woken.withLock { $0.append(index) }
                }
                await clock.waitForSleepers(count: index + 1)
            }
            wake(clock)
            try await group.waitForAll()
        }
        return woken.withLock { $0 }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func `Sleepers wake by deadline, and of the same deadline in the order they came`() async throws {
        let order = try await wakeOrder([5, 3, 5, 1, 3, 5]) { $0.advance(by: .seconds(9)) }
        #expect(order == [3, 1, 4, 0, 2, 5])
        #expect(clock.now.offset == .seconds(9))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func `Running wakes all that sleep, and time stands at the last deadline`() async throws {
        let order = try await wakeOrder([5, 3, 4]) { $0.run() }
        #expect(order == [1, 2, 0])
        #expect(clock.now.offset == .seconds(5))
        clock.run()
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `A sleeper that is cancelled wakes with a CancellationError and is gone`() async throws {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
        await clock.waitForSleepers(count: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(5))
    }

    @Test func `A task that is cancelled before it sleeps doesn't`() async {
        let sleeper = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(2))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `Waiting for sleepers returns when there are enough or the task is cancelled`() async {
        await clock.waitForSleepers(count: 0)
        let waiter = Task { [clock] in await clock.waitForSleepers(count: 2) }
        let sleepers = (0..<2).map { _ in Task { [clock] in try await clock.sleep(for: .seconds(1)) } }
        await waiter.value
        #expect(clock.sleeperCount == 2)
        let late = Task { [clock] in await clock.waitForSleepers(count: 3) }
        late.cancel()
        await late.value
        clock.run()
        for sleeper in sleepers { #expect(await sleeper.result.isSuccess) }
    }

    @Test func `Many sleepers that come and go at once all end`() async {
        let ended = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask { [clock] in
                    let sleeper = Task { try await clock.sleep(for: .milliseconds(index % 7 + 1)) }
                    if index % 3 == 0 { sleeper.cancel() }
                    _ = await sleeper.result
                    ended.withLock { $0 += 1 }
                }
            }
            while ended.withLock({ $0 }) < 200 {
                clock.advance(by: .milliseconds(1))
                await Task.yield()
            }
        }
        #expect(clock.sleeperCount == 0)
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
