import TernCombine
import Testing

@Suite struct TimeoutCollectTests {
    private func timer(after time: Int) -> [VirtualScheduler.Call] {
        [.now, .minimumTolerance, .scheduleEvery(13, after: time, tolerance: 7, options: .some)]
    }

    @Test(arguments: [false, true])
    func `timeout counts from the subscription, the first request and each value`(fails: Bool) {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(2), more: .max(1)) {
            $0.timeout(
                .nanoseconds(13), scheduler: scheduler, options: .some,
                customError: fails ? { ScheduledFailure() } : nil)
        }
        #expect(fixture.events == [.subscription("Timeout")])
        #expect(scheduler.newCalls() == timer(after: 13) + timer(after: 13))
        scheduler.run(until: 10)
        #expect(fixture.source.send(1) == .none)
        #expect(scheduler.newCalls() == timer(after: 23) + [.schedule(options: .some)])
        #expect(fixture.events.count == 1)
        scheduler.run(until: 22)
        #expect(fixture.events.last == .value(1))
        fixture.sink.subscription?.request(.max(5))
        #expect(scheduler.newCalls() == [])
        scheduler.run(until: 200)
        #expect(
            fixture.events.dropFirst(2) == [.completion(fails ? .failure(ScheduledFailure()) : .finished)])
        #expect(fixture.source.calls == [.request(.max(2)), .request(.max(1)), .request(.max(5)), .cancel])
        fixture.source.send(2)
        fixture.source.send(completion: .finished)
        fixture.sink.subscription?.request(.max(1))
        fixture.sink.subscription?.cancel()
        scheduler.run(until: 400)
        #expect(fixture.events.count == 3)
        #expect(fixture.source.calls.count == 4)
        #expect(scheduler.newCalls() == [])
    }

    @Test func `upstream's end stops the timer and is scheduled, and a cancel drops it`() {
        for cancels in [false, true] {
            let scheduler = VirtualScheduler()
            let fixture = ScheduledFixture(initial: nil) {
                $0.timeout(.nanoseconds(13), scheduler: scheduler, options: .some)
            }
            _ = scheduler.newCalls()
            fixture.source.send(completion: .finished)
            #expect(scheduler.newCalls() == [.schedule(options: .some)])
            if cancels {
                fixture.sink.subscription?.cancel()
            }
            scheduler.run(until: 200)
            #expect(fixture.events.dropFirst() == (cancels ? [] : [.completion(.finished)]))
            #expect(fixture.source.calls == (cancels ? [.cancel] : []))
        }
    }

    @Test func `a cancel drops a value on its way and stops the timer`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.timeout(.nanoseconds(13), scheduler: scheduler) }
        fixture.source.send(1)
        fixture.sink.subscription?.cancel()
        scheduler.run(until: 200)
        #expect(fixture.events.count == 1)
        #expect(fixture.source.calls == [.request(.unlimited), .cancel])
    }

    @Test func `timeout traps on a scheduler that doesn't wait`() async {
        await #expect(processExitsWith: .failure) {
            _ = ScheduledFixture { $0.timeout(10, scheduler: ImmediateScheduler.shared) }
        }
    }

    @Test func `collect by time publishes at the end of each interval that had a value`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(2)) {
            $0.collect(.byTime(scheduler, .nanoseconds(13)), options: .some)
        }
        #expect(fixture.events == [.subscription("CollectByTime")])
        #expect(fixture.source.calls == [.request(.unlimited)])
        #expect(scheduler.newCalls() == timer(after: 13))
        fixture.source.send(1)
        fixture.source.send(2)
        scheduler.run(until: 12)
        #expect(fixture.events.count == 1)
        scheduler.run(until: 26)
        #expect(fixture.events.dropFirst() == [.value([1, 2])])
        fixture.source.send(3)
        scheduler.run(until: 39)
        fixture.source.send(4)
        scheduler.run(until: 100)
        #expect(fixture.events.dropFirst(2) == [.value([3])])
        fixture.source.send(5)
        fixture.sink.subscription?.request(.max(1))
        scheduler.run(until: 110)
        #expect(fixture.events.dropFirst(3) == [.value([4, 5])])
    }

    @Test func `collect by time or count publishes also when there are values enough`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.collect(.byTimeOrCount(scheduler, .nanoseconds(13), 2)) }
        for value in 1...5 {
            fixture.source.send(value)
        }
        scheduler.run()
        #expect(fixture.events.dropFirst() == [.value([1, 2]), .value([3, 4])])
        scheduler.run(until: 13)
        #expect(fixture.events.last == .value([5]))
    }

    @Test func `a finish publishes what was collected, and a failure doesn't`() {
        for completion in [Subscribers.Completion.finished, .failure(ScheduledFailure())] {
            let scheduler = VirtualScheduler()
            let fixture = ScheduledFixture { $0.collect(.byTime(scheduler, .nanoseconds(13))) }
            fixture.source.send(1)
            fixture.source.send(completion: completion)
            fixture.source.send(2)
            scheduler.run(until: 100)
            #expect(
                fixture.events.dropFirst()
                    == (completion == .finished ? [.value([1]), .completion(completion)] : [.completion(completion)]))
        }
    }

    @Test func `a cancel drops what was collected and stops the timer`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.collect(.byTime(scheduler, .nanoseconds(13))) }
        fixture.source.send(1)
        fixture.sink.subscription?.cancel()
        fixture.source.send(2)
        scheduler.run(until: 100)
        #expect(fixture.events.count == 1)
        #expect(fixture.source.calls == [.request(.unlimited), .cancel])
    }
}
