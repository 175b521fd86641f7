import Dispatch
import Synchronization
import TernCombine
import Testing

@Suite struct ReceiveOnTests {
    @Test func `receive(on:) passes the subscription on at once, and schedules each event`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(100), more: .max(12)) {
            $0.receive(on: scheduler, options: .some)
        }
        #expect(fixture.events == [.subscription("ReceiveOn")])
        #expect(fixture.source.calls == [.request(.max(100))])
        #expect(scheduler.calls == [])

        #expect(fixture.source.send(1) == .none)
        #expect(fixture.source.send(2) == .none)
        #expect(fixture.events.count == 1)
        #expect(scheduler.newCalls() == [.schedule(options: .some), .schedule(options: .some)])
        scheduler.run()
        #expect(fixture.events.dropFirst() == [.value(1), .value(2)])
        #expect(fixture.source.calls.dropFirst() == [.request(.max(12)), .request(.max(12))])

        // A value that is on its way when upstream ends may still ask for more.
        fixture.source.send(3)
        fixture.source.send(completion: .failure(ScheduledFailure()))
        fixture.source.send(completion: .finished)
        fixture.source.send(4)
        #expect(scheduler.newCalls().count == 2)
        scheduler.run()
        #expect(fixture.events.dropFirst(3) == [.value(3), .completion(.failure(ScheduledFailure()))])
        #expect(fixture.source.calls.count == 4)
    }

    @Test func `receive(on:) delivers nothing that comes, or is scheduled, before a cancel`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.receive(on: scheduler) }
        fixture.source.send(1)
        fixture.sink.subscription?.cancel()
        fixture.sink.subscription?.cancel()
        fixture.sink.subscription?.request(.max(1))
        fixture.source.send(2)
        fixture.source.send(completion: .finished)
        scheduler.run()
        #expect(fixture.events == [.subscription("ReceiveOn")])
        #expect(fixture.source.calls == [.request(.unlimited), .cancel])
        #expect(scheduler.calls == [.schedule(options: nil)])
    }

    @Test func `an end that is scheduled is delivered whatever comes, and a value no more after a cancel`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture { $0.receive(on: scheduler) }
        fixture.source.send(1)
        fixture.source.send(completion: .finished)
        fixture.sink.subscription?.cancel()
        scheduler.run()
        #expect(fixture.events.dropFirst() == [.completion(.finished)])
        #expect(fixture.source.calls == [.request(.unlimited)])
    }

    @Test func `receive(on:) nests values that are sent from within one`() {
        let fixture = ScheduledFixture(more: .max(4)) { $0.receive(on: ImmediateScheduler.shared) }
        fixture.sink.onValue = { [source = fixture.source] value in
            if value < 3 { source.send(value + 1) }
        }
        fixture.source.send(0)
        #expect(fixture.events.dropFirst() == [.value(0), .value(1), .value(2), .value(3)])
        #expect(fixture.source.calls.count == 5)
    }

    @Test func `receive(on:) takes no event before its subscription, and cancels a second one`() {
        let source = ScheduledSource()
        source.sendsSubscription = false
        let sink = ScheduledSink<Int, ScheduledFailure>()
        source.receive(on: ImmediateScheduler.shared).subscribe(sink)
        source.send(1)
        source.send(completion: .finished)
        #expect(sink.events == [])
        source.subscriber?.receive(subscription: source)
        let second = ScheduledSource()
        source.subscriber?.receive(subscription: second)
        #expect(second.calls == [.cancel])
    }

    @Test func `a scheduled event keeps the subscriber, and its delivery lets it go`() {
        let scheduler = VirtualScheduler()
        var released = false
        do {
            let fixture = ScheduledFixture { $0.receive(on: scheduler) }
            fixture.sink.onDeinit = { released = true }
            fixture.source.send(1)
            fixture.sink.subscription?.cancel()
            fixture.sink.letGo()
            fixture.source.subscriber = nil
        }
        #expect(!released)
        scheduler.run()
        #expect(released)
    }

    @Test func `a concurrent queue gets the values in order, one at a time, and the end last`() async {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let count = 10_000
        // Only the delivering thread touches it, which is what the test is about.
        nonisolated(unsafe) var seen: [Int] = []
        var cancellable: AnyCancellable?
        await withCheckedContinuation { continuation in
            cancellable = (0..<count).publisher.receive(on: queue).sink(
                receiveCompletion: { _ in continuation.resume() }, receiveValue: { seen.append($0) })
        }
        #expect(seen == Array(0..<count))
        withExtendedLifetime(cancellable) {}
    }

    @Test func `delay asks for each event at its time, and the subscription has no name`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(100), more: .max(12)) {
            $0.delay(for: .nanoseconds(200), tolerance: .nanoseconds(5), scheduler: scheduler, options: .some)
        }
        #expect(fixture.events == [.subscription("no name")])
        #expect(scheduler.calls == [])
        fixture.source.send(1)
        #expect(scheduler.newCalls() == [.now, .scheduleAfter(200, tolerance: 5, options: .some)])
        scheduler.run(until: 199)
        #expect(fixture.events.count == 1)
        scheduler.run(until: 200)
        #expect(fixture.events.last == .value(1))
        #expect(fixture.source.calls.last == .request(.max(12)))
        fixture.source.send(completion: .failure(ScheduledFailure()))
        #expect(scheduler.newCalls() == [.now, .scheduleAfter(400, tolerance: 5, options: .some)])
        scheduler.run(until: 400)
        #expect(fixture.events.last == .completion(.failure(ScheduledFailure())))

        _ = fixture.source.delay(for: 1, scheduler: scheduler)
        #expect(scheduler.newCalls() == [.minimumTolerance])
    }

    @Test func `subscribe(on:) schedules the subscription, requests and the cancel, and passes events on at once`() {
        let scheduler = VirtualScheduler()
        let fixture = ScheduledFixture(initial: .max(100), more: .max(12)) {
            $0.subscribe(on: scheduler, options: .some)
        }
        #expect(fixture.events == [])
        #expect(scheduler.newCalls() == [.schedule(options: .some)])
        scheduler.run()
        #expect(fixture.events == [.subscription("SubscribeOn")])
        #expect(scheduler.newCalls() == [.schedule(options: .some)])
        #expect(fixture.source.calls == [.request(.max(100))])
        #expect(fixture.source.send(1) == .max(12))
        #expect(fixture.events.last == .value(1))
        fixture.sink.subscription?.request(.max(3))
        fixture.sink.subscription?.cancel()
        fixture.sink.subscription?.cancel()
        fixture.sink.subscription?.request(.max(4))
        #expect(fixture.source.send(2) == .none)
        #expect(fixture.source.calls.count == 1)
        #expect(scheduler.newCalls().count == 2)
        scheduler.run()
        #expect(fixture.source.calls.dropFirst() == [.request(.max(3)), .cancel])
    }

    @Test func `a request from within a request traps when the scheduler doesn't wait`() async {
        await #expect(processExitsWith: .failure) {
            let fixture = ScheduledFixture(initial: nil) { $0.subscribe(on: ImmediateScheduler.shared) }
            fixture.source.onRequest = { [source = fixture.source, sink = fixture.sink] in
                if source.calls.count < 3 { sink.subscription?.request(.max(1)) }
            }
            fixture.sink.subscription?.request(.max(1))
        }
    }

    @Test func `measureInterval publishes the time between values, also of a clock that goes back`() {
        let scheduler = VirtualScheduler()
        scheduler.setTime(3)
        let source = ScheduledSource()
        let sink = ScheduledSink<VirtualScheduler.SchedulerTimeType.Stride, ScheduledFailure>(
            initial: .max(13), more: .max(2))
        source.measureInterval(using: scheduler).subscribe(sink)
        #expect(sink.events == [.subscription("MeasureInterval")])
        for (time, interval) in [(14, 11), (17, 3), (10, -7), (21, 11)] {
            scheduler.setTime(time)
            #expect(source.send(0) == .none)
            #expect(sink.events.last == .value(.nanoseconds(interval)))
        }
        source.send(completion: .finished)
        #expect(sink.events.last == .completion(.finished))
        #expect(scheduler.calls == [.now, .now, .now, .now, .now])
        #expect(source.calls == [.request(.max(13))] + Array(repeating: .request(.max(2)), count: 4))
    }
}
