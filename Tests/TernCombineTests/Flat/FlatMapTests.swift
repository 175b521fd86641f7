import Foundation
import TernCombine
import Testing

struct FlatMapTests {
    typealias Sources = FlatSource<IntSource, FlatError>

    @Test func `upstream is asked for as many publishers as may run, and for one more when one finishes`() {
        let upstream = Sources()
        let children = [IntSource(), IntSource(), IntSource()]
        let recorder = IntRecorder(.unlimited)
        upstream.flatMap(maxPublishers: .max(2)) { $0 }.subscribe(recorder)
        #expect(upstream.link?.calls == [.request(.max(2))])
        children[..<2].forEach { #expect(upstream.send($0) == .none) }
        children[0].send(1)
        children[0].send(completion: .finished)
        #expect(upstream.link?.calls == [.request(.max(2)), .request(.max(1))])
        upstream.send(children[2])
        children[2].send(3)
        children[1].send(2)
        #expect(recorder.events == [.subscription, .value(1), .value(3), .value(2)])
    }

    @Test func `with a finite demand each publisher is asked for one at a time, and what is too much waits`() {
        let upstream = Sources()
        let child = IntSource()
        let recorder = IntRecorder(.max(1))
        upstream.flatMap { $0 }.subscribe(recorder)
        upstream.send(child)
        #expect(child.link?.calls == [.request(.max(1))])
        #expect(child.send(1) == .max(1))
        #expect(child.send(2) == .none)
        #expect(child.send(3) == .none)
        recorder.subscription?.request(.max(1))
        #expect(recorder.values == [1, 2])
        #expect(child.send(4) == .none)
        upstream.send(completion: .finished)
        child.send(completion: .finished)
        #expect(recorder.values == [1, 2])
        recorder.subscription?.request(.max(5))
        #expect(recorder.events == [.subscription, .value(1), .value(2), .value(3), .value(4), .finished])
        #expect(child.link?.calls == [.request(.max(1)), .request(.max(1))])
    }

    @Test func `a demand that becomes unlimited reaches every publisher, also from within a delivery`() {
        let upstream = Sources()
        let children = [IntSource(), IntSource()]
        let recorder = IntRecorder(.max(1)) { $0 == 1 ? .unlimited : .none }
        upstream.flatMap { $0 }.subscribe(recorder)
        children.forEach { upstream.send($0) }
        #expect(children[0].send(1) == .none)
        #expect(children[0].send(2) == .none)
        #expect(recorder.values == [1, 2])
        #expect(children.map { $0.link?.calls.last } == [.request(.unlimited), .request(.unlimited)])
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1), .max(2)], [Subscribers.Demand.unlimited, .max(1)])
    func `a Just gives what a sequence of one gives`(demand: Subscribers.Demand, publishers: Subscribers.Demand) {
        let recorders = [FlatRecorder<Int, Never>(demand), FlatRecorder<Int, Never>(demand)]
        let source = (0..<4).publisher
        source.flatMap(maxPublishers: publishers) { Just($0) }.subscribe(recorders[0])
        source.flatMap(maxPublishers: publishers) { [$0].publisher }.subscribe(recorders[1])
        #expect(recorders[0].events == recorders[1].events)
        recorders.forEach { $0.subscription?.request(.max(1)) }
        #expect(recorders[0].events == recorders[1].events)
        recorders.forEach { $0.subscription?.request(.unlimited) }
        #expect(recorders[0].values == [0, 1, 2, 3])
        #expect(recorders[0].events == recorders[1].events)
        #expect(recorders[0].events.last == .finished)
    }

    @Test func `upstream's end inside a Just's delivery waits for the Just`() {
        let upstream = FlatSource<Int, Never>()
        let recorder = FlatRecorder<Int, Never>(.unlimited)
        var during: Int?
        recorder.more = { _ in
            upstream.send(completion: .finished)
            during = recorder.events.count
            return .none
        }
        upstream.flatMap { Just($0) }.subscribe(recorder)
        upstream.send(1)
        #expect(during == 2)
        #expect(recorder.events == [.subscription, .value(1), .finished])
    }

    @Test func `a publisher's failure cancels the others but not upstream`() {
        let upstream = Sources()
        let children = [IntSource(), IntSource()]
        let recorder = IntRecorder(.unlimited)
        upstream.flatMap { $0 }.subscribe(recorder)
        children.forEach { upstream.send($0) }
        children[0].send(completion: .failure(.oops))
        children[1].send(7)
        #expect(children[0].link?.calls == [.request(.unlimited)])
        #expect(children[1].link?.calls == [.request(.unlimited), .cancel])
        #expect(upstream.link?.calls == [.request(.unlimited)])
        #expect(recorder.events == [.subscription, .failure])
    }

    @Test func `cancelling cancels the publishers, then upstream, and nothing is delivered or transformed then`() {
        let upstream = Sources()
        let child = IntSource()
        var transformed = 0
        var upstreamAtCancel: [FlatLink.Call]?
        child.link?.onCancel = { upstreamAtCancel = upstream.link?.calls }
        let recorder = IntRecorder(.max(3))
        upstream.flatMap { source in
            transformed += 1
            return source
        }.subscribe(recorder)
        upstream.send(child)
        recorder.subscription?.cancel()
        recorder.subscription?.cancel()
        child.send(1)
        upstream.send(child)
        #expect(upstreamAtCancel == [.request(.unlimited)])
        #expect(child.link?.calls == [.request(.max(1)), .cancel])
        #expect(upstream.link?.calls == [.request(.unlimited), .cancel])
        #expect(recorder.events == [.subscription])
        #expect(transformed == 1)
    }

    @Test func `an event from within a delivery nests`() {
        let upstream = Sources()
        let children = [IntSource(), IntSource()]
        let recorder = IntRecorder(.max(2))
        recorder.more = { value in
            if value == 1 { children[1].send(2) }
            return .none
        }
        upstream.flatMap { $0 }.subscribe(recorder)
        children.forEach { upstream.send($0) }
        #expect(children[0].send(1) == .max(1))
        #expect(recorder.values == [1, 2])
    }

    @Test func `many publishers end in any order`() {
        let upstream = Sources()
        let children = (0..<10_000).map { _ in IntSource() }
        let recorder = IntRecorder(.unlimited)
        upstream.flatMap { $0 }.subscribe(recorder)
        children.forEach { upstream.send($0) }
        upstream.send(completion: .finished)
        for child in children.shuffled() {
            #expect(recorder.events == [.subscription])
            child.send(completion: .finished)
        }
        #expect(recorder.events == [.subscription, .finished])
    }

    @Test func `fifty thousand values that wait come in order`() {
        let recorder = FlatRecorder<Int, Never>(nil)
        (0..<50_000).publisher.flatMap { Just($0) }.subscribe(recorder)
        recorder.subscription?.request(.max(49_999))
        #expect(recorder.values == Array(0..<49_999))
        recorder.subscription?.request(.max(1))
        #expect(recorder.events.last == .finished)
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func `publishers on many threads are delivered one at a time, each in its order`(demand: Subscribers.Demand) {
        let upstream = Sources()
        let children = (0..<4).map { _ in IntSource() }
        // Plain on purpose: were deliveries to overlap, the thread sanitizer would see it too.
        var inside = 0
        var overlaps = 0
        let recorder = IntRecorder(demand) { _ in
            inside += 1
            if inside != 1 { overlaps += 1 }
            inside -= 1
            return demand == .unlimited ? .none : .max(1)
        }
        upstream.flatMap { $0 }.subscribe(recorder)
        children.forEach { upstream.send($0) }
        upstream.send(completion: .finished)
        // Each thread uses one source of its own.
        nonisolated(unsafe) let sources = children
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            for number in 0..<2_000 { sources[index].send(index * 10_000 + number) }
            sources[index].send(completion: .finished)
        }
        #expect(overlaps == 0)
        for index in 0..<4 {
            let own = recorder.values.filter { $0 / 10_000 == index }
            #expect(own == (0..<2_000).map { index * 10_000 + $0 })
        }
        #expect(recorder.events.last == .finished)
    }

    @Test func `a second subscription is cancelled`() {
        let upstream = Sources()
        upstream.flatMap { $0 }.subscribe(IntRecorder(nil))
        let second = FlatLink()
        upstream.send(subscription: second)
        #expect(second.calls == [.cancel])
        #expect(upstream.link?.calls == [.request(.unlimited)])
    }

    @Test func `it shows its name, and a publisher's subscriber its parent`() throws {
        let upstream = Sources()
        let child = IntSource()
        let recorder = IntRecorder(nil)
        upstream.flatMap { $0 }.subscribe(recorder)
        upstream.send(child)
        #expect("\(try #require(recorder.subscription))" == "FlatMap")
        let side = try #require(child.subscriber?.subject)
        #expect("\(side)" == "FlatMap")
        let parent = Mirror(reflecting: side).children.first
        #expect(parent?.label == "parentSubscription")
        #expect(parent?.value as? CombineIdentifier == recorder.subscription?.combineIdentifier)
    }

    @Test func `asking for nothing traps`() async {
        await #expect(processExitsWith: .failure) {
            let recorder = IntRecorder(nil)
            Sources().flatMap { $0 }.subscribe(recorder)
            recorder.subscription?.request(.none)
        }
    }
}
