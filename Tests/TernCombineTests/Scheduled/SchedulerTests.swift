import Dispatch
import Foundation
import TernCombine
import TernLocks
import Testing

@Suite struct SchedulerTests {
    private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> String {
        let data = try JSONEncoder().encode(["value": value])
        #expect(try JSONDecoder().decode([String: Value].self, from: data) == ["value": value])
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `the immediate scheduler's clock stands still`() throws {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        let now = ImmediateScheduler.shared.now
        #expect(now == now.advanced(by: 100))
        #expect(now.distance(to: now.advanced(by: -1)) == 0)
        #expect(Stride(14) == 14.6)
        #expect(Stride(-4) * 5 + 1 - 2 == -21)
        #expect(Stride(1) < 2)
        #expect(Stride.seconds(1.2) == 0)
        #expect(Stride.seconds(1100) == 0)
        #expect(Stride(exactly: UInt.max) == nil)
        #expect(ImmediateScheduler.shared.minimumTolerance == 0)
        #expect(try roundTrip(Stride(-42)) == #"{"value":{"magnitude":-42}}"#)
        var count = 0
        ImmediateScheduler.shared.schedule { count += 1 }
        ImmediateScheduler.shared.schedule(after: now) { count += 1 }
        _ = ImmediateScheduler.shared.schedule(after: now, interval: 1) { count += 1 }
        #expect(count == 3)
    }

    @Test func `a dispatch queue's time is Dispatch's, and never leaves its range`() throws {
        typealias Time = DispatchQueue.SchedulerTimeType
        let (early, late) = (Time(.init(uptimeNanoseconds: 10000)), Time(.init(uptimeNanoseconds: 10431)))
        #expect(early.distance(to: late) == .nanoseconds(431))
        #expect(late.distance(to: early) == .nanoseconds(-431))
        #expect(early.distance(to: Time(.distantFuture)) == .nanoseconds(.max))
        #expect(Time(.distantFuture).distance(to: early) == .nanoseconds(.max))
        #expect(Time(.distantFuture).distance(to: Time(.distantFuture)) == .nanoseconds(0))
        #expect(early.advanced(by: .nanoseconds(431)) == late)
        #expect(late.advanced(by: .nanoseconds(-431)) == early)
        #expect(early.advanced(by: .nanoseconds(.max)).dispatchTime == .distantFuture)
        #expect(early.advanced(by: .nanoseconds(.min)).dispatchTime == DispatchTime(uptimeNanoseconds: 1))
        #expect(early < late)
        #expect(early.hashValue == early.dispatchTime.rawValue.hashValue)
        #expect(try roundTrip(Time(.init(uptimeNanoseconds: 42))) == #"{"value":42}"#)
    }

    @Test func `a dispatch queue's stride counts nanoseconds, and what doesn't fit becomes the most there is`() throws {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        #expect(Stride(.seconds(2)).magnitude == 2_000_000_000)
        #expect(Stride(.milliseconds(.min)).magnitude == .min)
        #expect(Stride(.never).magnitude == .max)
        #expect(Stride.microseconds(2).timeInterval == .nanoseconds(2000))
        #expect(Stride.seconds(1.2).magnitude == 1_200_000_000)
        #expect(Stride.seconds(.infinity).magnitude == .max)
        #expect(Stride.seconds(Int.max).magnitude == .max)
        #expect((1.2 as Stride).magnitude == 1_200_000_000)
        #expect((2 as Stride).magnitude == 2_000_000_000)
        #expect(Stride(exactly: UInt64.max) == nil)
        #expect(Stride(exactly: 2 as UInt64) == 2)
        #expect(Stride.nanoseconds(18) * .microseconds(1) == .nanoseconds(0))
        #expect(Stride.seconds(3) * .milliseconds(500) == .milliseconds(1500))
        #expect(Stride.nanoseconds(7) - .nanoseconds(12) + .nanoseconds(1) == .nanoseconds(-4))
        #expect(try roundTrip(Stride.nanoseconds(419_872)) == #"{"value":{"_nanoseconds":419872}}"#)
        let options = DispatchQueue.SchedulerOptions()
        #expect(options.qos == .unspecified && options.flags == [] && options.group == nil)
        #expect(DispatchQueue.main.minimumTolerance == .nanoseconds(0))
    }

    @Test func `run loops and operation queues go by the wall clock, in seconds`() throws {
        typealias Time = RunLoop.SchedulerTimeType
        let time = Time(Date(timeIntervalSinceReferenceDate: 10_000))
        #expect(time.advanced(by: .seconds(431)).date == Date(timeIntervalSinceReferenceDate: 10_431))
        #expect(time.distance(to: Time(Date(timeIntervalSinceReferenceDate: 9780))).timeInterval == -220)
        #expect((Time.Stride.milliseconds(-12) + .seconds(7)).magnitude == 6.988)
        #expect((Time.Stride.nanoseconds(18) * .microseconds(1)).magnitude == 1.8E-14)
        #expect(Time.Stride(exactly: UInt64.max) == nil)
        #expect(Time.Stride(exactly: 871 as UInt64)?.magnitude == 871)
        #expect((1.2 as Time.Stride).magnitude == 1.2)
        #expect(try roundTrip(Time(Date(timeIntervalSinceReferenceDate: 1024.75))) == #"{"value":{"date":1024.75}}"#)
        #expect(OperationQueue.SchedulerTimeType.Stride.seconds(2).timeInterval == 2)
        #expect(OperationQueue.main.minimumTolerance == 0)
    }

    @Test func `a dispatch queue runs what it is asked to, on the queue, within the group`() async {
        let queue = DispatchQueue(label: "test")
        let group = DispatchGroup()
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let counter = Counter()
        for options in [nil, DispatchQueue.SchedulerOptions(qos: .userInitiated, group: group)] {
            queue.schedule(options: options) { counter.add(DispatchQueue.getSpecific(key: key) == true) }
            queue.schedule(after: queue.now, tolerance: 0, options: options) { counter.add(true) }
        }
        await withCheckedContinuation { continuation in
            group.notify(queue: queue) { continuation.resume() }
        }
        await counter.wait(for: 4)
    }

    @Test func `repeated actions run until they are cancelled`() async {
        let (dispatch, operations) = (DispatchQueue(label: "test"), OperationQueue())
        operations.maxConcurrentOperationCount = 1
        let counter = Counter()
        let first = dispatch.schedule(after: dispatch.now, interval: .milliseconds(1)) { counter.add(true) }
        #expect(first is AnyCancellable)
        await counter.wait(for: 3)
        first.cancel()
        let other = Counter()
        let second = operations.schedule(after: operations.now, interval: .milliseconds(1)) { other.add(true) }
        await other.wait(for: 3)
        second.cancel()
    }

    @Test func `an operation queue runs what it is asked to`() async {
        let queue = OperationQueue()
        let counter = Counter()
        queue.schedule { counter.add(true) }
        queue.schedule(after: queue.now.advanced(by: .milliseconds(1))) { counter.add(true) }
        await counter.wait(for: 2)
    }

    @Test func `a run loop that waits on its thread wakes for what another thread schedules`() async throws {
        let counter = Counter()
        // Handed over under a lock: the thread sanitizer doesn't see that a continuation hands on what it is resumed with.
        let handed = Locked<Loop?>(nil)
        await withCheckedContinuation { continuation in
            Thread {
                let loop = Loop(RunLoop.current)
                handed.withLock { $0 = loop }
                // Something must be in a loop for it to wait.
                RunLoop.current.add(Timer(timeInterval: 3600, repeats: false) { _ in }, forMode: .default)
                continuation.resume()
                while !loop.isStopped {
                    _ = RunLoop.current.run(mode: .default, before: .distantFuture)
                }
            }.start()
        }
        let loop = try #require(handed.withLock { $0 })
        for number in 1...3 {
            loop.runLoop.schedule { counter.add(true) }
            await counter.wait(for: number)
        }
        loop.runLoop.schedule(after: loop.runLoop.now.advanced(by: .milliseconds(1))) { counter.add(true) }
        await counter.wait(for: 4)
        let token = loop.runLoop.schedule(after: loop.runLoop.now, interval: .milliseconds(1)) { counter.add(true) }
        await counter.wait(for: 7)
        token.cancel()
        loop.runLoop.schedule { loop.stop() }
    }
}
