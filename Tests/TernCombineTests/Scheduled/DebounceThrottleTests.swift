import TernCombine
import Testing

@Suite struct DebounceThrottleTests {
    @Test func `debounce publishes the value that none followed, if it is asked for`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(2)) {
            $0.debounce(for: .nanoseconds(13), scheduler: scheduler, options: .some)
        }
        #expect(fixture.events == [.subscription("Debounce")])
        #expect(fixture.source.calls == [.request(.unlimited)])
        for (time, value) in [(0, 1), (4, 2), (9, 3)] {
            scheduler.run(until: time)
            #expect(fixture.source.send(value) == .none)
            #expect(
                scheduler.newCalls() == [
                    .now, .minimumTolerance, .scheduleEvery(13, after: time + 13, tolerance: 7, options: .some),
                ])
        }
        scheduler.run(until: 200)
        #expect(fixture.events.dropFirst() == [.value(3)])
        for value in 4...6 {
            fixture.source.send(value)
            scheduler.run(until: 200 + value * 50)
        }
        #expect(fixture.events.dropFirst() == [.value(3), .value(4)])
        fixture.sink.subscription?.request(.max(1))
        scheduler.run(until: 1000)
        #expect(fixture.events.count == 3)
    }

    @Test func `upstream's end drops the value that debounce waits with, and is scheduled`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.debounce(for: .nanoseconds(13), scheduler: scheduler, options: .some) }
        fixture.source.send(1)
        scheduler.run(until: 4)
        _ = scheduler.newCalls()
        fixture.source.send(completion: .failure(ScheduledFailure()))
        fixture.source.send(completion: .finished)
        #expect(scheduler.newCalls() == [.schedule(options: nil)])
        #expect(fixture.events.count == 1)
        scheduler.run(until: 100)
        #expect(fixture.events.dropFirst() == [.completion(.failure(ScheduledFailure()))])
        #expect(fixture.source.calls == [.request(.unlimited)])
    }

    @Test func `a cancel drops the value that debounce waits with`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.debounce(for: .nanoseconds(13), scheduler: scheduler) }
        fixture.source.send(1)
        fixture.sink.subscription?.cancel()
        scheduler.run(until: 100)
        #expect(fixture.events.count == 1)
        #expect(fixture.source.calls == [.request(.unlimited), .cancel])
    }

    @Test func `debounce publishes at once on a scheduler that doesn't wait, and shows what it holds`() {
        let fixture = ScheduledFixture(initial: .max(2)) {
            $0.debounce(for: 13, scheduler: ImmediateScheduler.shared)
        }
        fixture.source.send(1)
        #expect(fixture.events.last == .value(1))
        let children = Mirror(reflecting: fixture.sink.subscription as Any).descendant(0).map { Mirror(reflecting: $0) }
        #expect(children?.children.map(\.label) == ["downstream", "downstreamDemand", "currentValue"])
        #expect(children?.descendant("downstreamDemand").map { "\($0)" } == "max(1)")
    }

    @Test func `throttle schedules the first value, and then one for each interval`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .unlimited) {
            $0.throttle(for: .nanoseconds(10), scheduler: scheduler, latest: true)
        }
        #expect(scheduler.newCalls() == [.now, .now])
        #expect(fixture.source.calls == [.request(.unlimited)])
        fixture.source.send(1)
        #expect(scheduler.newCalls() == [.now, .schedule(options: nil)])
        #expect(fixture.events == [.subscription("Throttle")])
        scheduler.run(until: 2)
        #expect(scheduler.newCalls() == [.now])
        fixture.source.send(2)
        fixture.source.send(3)
        #expect(
            scheduler.newCalls() == [
                .now, .minimumTolerance, .scheduleAfter(10, tolerance: 7, options: nil), .now,
            ])
        scheduler.run(until: 9)
        #expect(fixture.events.last == .value(1))
        scheduler.run(until: 10)
        #expect(fixture.events.last == .value(3))
        fixture.source.send(4)
        fixture.source.send(completion: .finished)
        scheduler.run(until: 19)
        #expect(fixture.events.last == .value(3))
        scheduler.run(until: 20)
        #expect(fixture.events.suffix(2) == [.value(4), .completion(.finished)])
    }

    @Test func `throttle publishes an interval's first value when told so, and drops what isn't asked for`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(2)) {
            $0.throttle(for: .nanoseconds(10), scheduler: scheduler, latest: false)
        }
        fixture.source.send(1)
        scheduler.run(until: 1)
        fixture.source.send(2)
        fixture.source.send(3)
        scheduler.run(until: 30)
        #expect(fixture.events.dropFirst() == [.value(1), .value(2)])
        _ = scheduler.newCalls()
        fixture.source.send(4)
        #expect(scheduler.newCalls() == [.now])
        fixture.source.send(completion: .finished)
        #expect(scheduler.newCalls() == [.now, .schedule(options: nil)])
        scheduler.run()
        #expect(fixture.events.last == .completion(.finished))
    }

    @Test func `a cancel drops what throttle holds, and lets the subscriber go`() {
        let scheduler = VirtualScheduler()
        let source = ScheduledSource()
        var released = false
        var subscription: (any Subscription)?
        do {
            let sink = ScheduledSink<Int, ScheduledFailure>()
            sink.onDeinit = { released = true }
            source.throttle(for: .nanoseconds(10), scheduler: scheduler, latest: true).subscribe(sink)
            source.send(1)
            subscription = sink.subscription
            sink.letGo()
        }
        #expect(!released)
        subscription?.cancel()
        #expect(released)
        scheduler.run(until: 100)
        #expect(source.calls == [.request(.unlimited), .cancel])
    }
}
