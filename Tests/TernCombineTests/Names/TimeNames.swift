import Foundation
import TernCombine

extension Names {
    static func timed(_ queue: DispatchQueue) {
        typealias Options = DispatchQueue.SchedulerOptions
        let delay: Publishers.Delay<Source, DispatchQueue> = source.delay(for: 1, scheduler: queue)
        let _: Publishers.Delay<Source, RunLoop> = source.delay(
            for: .seconds(1), tolerance: .milliseconds(5), scheduler: RunLoop.main, options: nil)
        Publishers.Delay(
            upstream: delay.upstream, interval: delay.interval, tolerance: delay.tolerance,
            scheduler: delay.scheduler, options: delay.options
        ).receive(subscriber: subscriber())
        let debounce: Publishers.Debounce<Source, DispatchQueue> = source.debounce(for: .seconds(0.5), scheduler: queue)
        let _: Publishers.Debounce<Source, DispatchQueue> = source.debounce(
            for: 0.5, scheduler: queue, options: Options(qos: .utility))
        Publishers.Debounce(
            upstream: debounce.upstream, dueTime: debounce.dueTime, scheduler: debounce.scheduler,
            options: debounce.options
        ).receive(subscriber: subscriber())
        let throttle: Publishers.Throttle<Source, OperationQueue> = source.throttle(
            for: .milliseconds(5), scheduler: OperationQueue.main, latest: true)
        Publishers.Throttle(
            upstream: throttle.upstream, interval: throttle.interval, scheduler: throttle.scheduler,
            latest: throttle.latest
        ).receive(subscriber: subscriber())
        let timeout: Publishers.Timeout<Source, DispatchQueue> = source.timeout(
            .seconds(1), scheduler: queue, options: nil, customError: { Failed() })
        let _: Publishers.Timeout<Source, DispatchQueue> = source.timeout(1, scheduler: queue)
        Publishers.Timeout(
            upstream: timeout.upstream, interval: timeout.interval, scheduler: timeout.scheduler,
            options: timeout.options, customError: timeout.customError
        ).receive(subscriber: subscriber())
        let byTime: Publishers.CollectByTime<Source, DispatchQueue> = source.collect(.byTime(queue, .seconds(1)))
        let _: Publishers.CollectByTime<Source, RunLoop> = source.collect(
            .byTimeOrCount(RunLoop.main, .seconds(1), 10), options: nil)
        let _: [Publishers.TimeGroupingStrategy<DispatchQueue>] = [
            .byTime(queue, 1), .byTimeOrCount(queue, 1, 2),
        ]
        Publishers.CollectByTime(upstream: byTime.upstream, strategy: byTime.strategy, options: byTime.options)
            .receive(subscriber: subscriber())
        let measure: Publishers.MeasureInterval<Source, DispatchQueue> = source.measureInterval(using: queue)
        let _: Publishers.MeasureInterval<Source, RunLoop> = source.measureInterval(using: RunLoop.main, options: nil)
        let spans: AnySubscriber<DispatchQueue.SchedulerTimeType.Stride, Failed> = subscriber()
        Publishers.MeasureInterval(upstream: measure.upstream, scheduler: measure.scheduler).receive(subscriber: spans)

        let receiveOn: Publishers.ReceiveOn<Source, DispatchQueue> = source.receive(on: queue)
        let _: Publishers.ReceiveOn<Source, DispatchQueue> = source.receive(
            on: DispatchQueue.global(), options: Options(qos: .userInitiated, flags: .barrier, group: nil))
        Publishers.ReceiveOn(
            upstream: receiveOn.upstream, scheduler: receiveOn.scheduler, options: receiveOn.options
        ).receive(subscriber: subscriber())
        let subscribeOn: Publishers.SubscribeOn<Source, DispatchQueue> = source.subscribe(on: queue)
        let _: Publishers.SubscribeOn<Source, ImmediateScheduler> = source.subscribe(
            on: ImmediateScheduler.shared, options: nil)
        Publishers.SubscribeOn(
            upstream: subscribeOn.upstream, scheduler: subscribeOn.scheduler, options: subscribeOn.options
        ).receive(subscriber: subscriber())
    }

    static func scheduler<S: Scheduler>(_ scheduler: S) {
        let now: S.SchedulerTimeType = scheduler.now
        let span: S.SchedulerTimeType.Stride = scheduler.minimumTolerance
        scheduler.schedule {}
        scheduler.schedule(options: nil) {}
        scheduler.schedule(after: now) {}
        scheduler.schedule(after: now, tolerance: span) {}
        scheduler.schedule(after: now, tolerance: span, options: nil) {}
        let _: [any Cancellable] = [
            scheduler.schedule(after: now, interval: .seconds(1)) {},
            scheduler.schedule(after: now, interval: .seconds(1.5), tolerance: .milliseconds(1)) {},
            scheduler.schedule(
                after: now.advanced(by: .microseconds(1)), interval: .nanoseconds(1), tolerance: span, options: nil
            ) {},
        ]
    }

    static func spans<T: SchedulerTimeIntervalConvertible>(_: T.Type) -> [T] {
        [.seconds(1), .seconds(1.5), .milliseconds(1), .microseconds(1), .nanoseconds(1)]
    }

    static func schedulers(_ encoder: any Encoder, _ decoder: any Decoder) throws {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        let immediate = ImmediateScheduler.shared
        let now: ImmediateScheduler.SchedulerTimeType = immediate.now
        let _: ImmediateScheduler.SchedulerTimeType = now.advanced(by: immediate.minimumTolerance)
        let _: Stride = now.distance(to: now)
        immediate.schedule(options: nil) {}
        immediate.schedule(after: now, tolerance: 0, options: nil) {}
        immediate.schedule(after: now, interval: 1, tolerance: 0, options: nil) {}.cancel()

        let a: Stride = 1
        let b: Stride = 1.0
        let number = 1
        _ = [Stride(number), Stride(integerLiteral: 1), Stride(floatLiteral: 1)] + [a + b, a - b, a * b]
        _ = [Stride.seconds(1), .seconds(1.5), .milliseconds(1), .microseconds(1), .nanoseconds(1)]
        let _: Int = a.magnitude
        let _: Stride? = Stride(exactly: 1 as UInt8)
        _ = a == b
        _ = a < b
        var c = a
        c += b
        c -= b
        c *= b
        try c.encode(to: encoder)
        _ = try Stride(from: decoder)
    }

    static func foundationSchedulers(_ queue: DispatchQueue) {
        scheduler(queue)
        scheduler(OperationQueue.main)
        scheduler(RunLoop.main)
        let _: DispatchTime = queue.now.dispatchTime
        _ = DispatchQueue.SchedulerTimeType(.now())
        let stride: DispatchQueue.SchedulerTimeType.Stride = .init(.milliseconds(5))
        let _: (DispatchTimeInterval, Int) = (stride.timeInterval, stride.magnitude)
        queue.schedule(
            after: queue.now.advanced(by: 0.5), interval: .seconds(1), tolerance: stride,
            options: .init(qos: .userInitiated, flags: [.inheritQoS], group: DispatchGroup())
        ) {}.cancel()
        let _: Date = OperationQueue.main.now.date
        let _: OperationQueue.SchedulerTimeType = .init(Date())
        let _: OperationQueue.SchedulerTimeType.Stride = .init(1.5)
        let _: RunLoop.SchedulerTimeType = .init(Date())
        let _: TimeInterval = (RunLoop.SchedulerTimeType.Stride.seconds(1)).timeInterval
        let _: (OperationQueue.SchedulerOptions?, RunLoop.SchedulerOptions?) = (nil, nil)
    }
}
