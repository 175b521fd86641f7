import TernCombine
import Testing

@Suite struct CombineCountingOperatorTests {
    // MARK: drop

    @Test func `dropFirst asks for what it drops on top of downstream's demand`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .max(42), reply: .max(3)) { $0.dropFirst(2) }
        #expect(rig.upstream.log == ["request max(44)"])
        #expect([1, 2, 3, 4].map { rig.source.send($0) } == [.none, .none, .max(3), .max(3)])
        rig.source.send(.finished)
        rig.source.send(.failure(.oops))
        #expect(rig.downstream.log == ["subscription Drop", "3", "4", "finished", "failed oops"])
    }

    @Test func `dropFirst hands out its subscription before there is an upstream`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .max(10), late: true) { $0.dropFirst(4) }
        #expect(rig.downstream.log == ["subscription Drop"])
        rig.inner.receive(subscription: rig.upstream)
        #expect(rig.upstream.log == ["request max(14)"])
        let other = Small.Upstream()
        rig.inner.receive(subscription: other)
        #expect(other.log == ["cancel"])
    }

    @Test func `dropFirst cancelled before its upstream comes asks it for nothing`() {
        for (count, log) in [(0, []), (1, ["cancel"])] {
            let rig = Small.Rig<Int, Int, Small.Oops>(late: true) { $0.dropFirst(count) }
            rig.downstream.subscription?.cancel()
            rig.inner.receive(subscription: rig.upstream)
            #expect(rig.upstream.log == log)
        }
    }

    @Test func `dropFirst takes a subscription after the end, and drops on where it was`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(reply: .max(3)) { $0.dropFirst(3) }
        rig.source.send(.finished)
        rig.downstream.subscription?.cancel()
        rig.downstream.subscription?.request(.max(312))
        rig.downstream.subscription?.request(.max(100))
        rig.source.send(1)
        rig.source.send(2)
        let other = Small.Upstream()
        rig.inner.receive(subscription: other)
        #expect(other.log == ["request max(413)"])
        #expect([3, 4].map { rig.source.send($0) } == [.none, .max(3)])
        #expect(rig.upstream.log == ["request max(3)"])
    }

    @Test func `dropFirst traps on a negative count and on a demand of none`() async {
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.dropFirst(-1).subscribe(Small.Downstream(nil, reply: .none))
        }
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.dropFirst().subscribe(Small.Downstream(Subscribers.Demand.none, reply: .none))
        }
    }

    // MARK: output

    @Test func `output and prefix make ranges`() {
        let source = Small.Source<Int, Small.Oops>(nil)
        #expect(source.prefix(89).range == 0..<89)
        #expect(source.prefix(.max).range == 0..<(.max))
        #expect(source.output(at: 89).range == 89..<90)
        #expect(source.output(in: ...8).range == 0..<9)
        #expect(source.output(in: 8...).range == 8..<(.max))
        #expect(source.output(in: .max...).range == .max..<(.max))
    }

    @Test func `output asks for one more for each value before its range, and cancels after the last`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(reply: .max(42)) { $0.output(in: 3..<5) }
        rig.downstream.onCompletion = { #expect(rig.upstream.log == ["request max(31)", "cancel"]) }
        #expect([1, 2, 3].map { rig.source.send($0) } == [.max(1), .max(1), .max(1)])
        rig.downstream.subscription?.request(.max(31))
        #expect([4, 5, 6].map { rig.source.send($0) } == [.max(42), .max(42), .none])
        rig.downstream.subscription?.request(.max(33))
        rig.downstream.subscription?.cancel()
        #expect(rig.downstream.log == ["subscription Output", "4", "5", "finished"])
        #expect(rig.upstream.log == ["request max(31)", "cancel"])
    }

    @Test func `the last value of a prefix may send another`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .unlimited) { $0.prefix(2) }
        rig.downstream.onValue = { rig.source.send($0 + 1) }
        rig.source.send(1)
        #expect(rig.downstream.log == ["subscription Output", "1", "2", "finished"])
    }

    @Test func `output counts before its subscription, and passes an end after it`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(reply: .max(42), late: true) { $0.output(in: 1..<3) }
        rig.source.send(.failure(.oops))
        #expect((1...4).map { rig.source.send($0) } == [.max(1), .max(42), .max(42), .none])
        (rig.inner as? any Subscription)?.cancel()
        rig.inner.receive(subscription: rig.upstream)
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["2", "3", "subscription Output", "finished"])
        #expect(rig.upstream.log == [])
    }

    @Test func `output traps on negative positions and on one that has no next`() async {
        await #expect(processExitsWith: .failure) { _ = Small.Source<Int, Small.Oops>(nil).prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Small.Source<Int, Small.Oops>(nil).output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Small.Source<Int, Small.Oops>(nil).output(at: .max) }
        await #expect(processExitsWith: .failure) { _ = Small.Source<Int, Small.Oops>(nil).output(in: (-1)...) }
        await #expect(processExitsWith: .failure) {
            _ = Publishers.Output(upstream: Small.Source<Int, Small.Oops>(nil), range: -1..<4)
        }
    }

    // MARK: collect by count

    @Test func `collect by count asks for count times the demand, and a good end flushes the rest`() {
        let rig = Small.Rig<Int, [Int], Small.Oops>(demand: .max(2), reply: .max(3)) { $0.collect(4) }
        #expect((1...6).map { rig.source.send($0) } == [.none, .none, .none, .max(12), .none, .none])
        rig.source.send(.finished)
        rig.source.send(.finished)
        #expect(rig.source.send(7) == .none)
        rig.downstream.subscription?.request(.max(2))
        #expect(
            rig.downstream.log == ["subscription CollectByCount", "[1, 2, 3, 4]", "[5, 6]", "finished", "finished"])
        #expect(rig.upstream.log == ["request max(8)"])
    }

    @Test func `an error or a cancellation drops what was collected`() {
        let failing = Small.Rig<Int, [Int], Small.Oops>(demand: .unlimited) { $0.collect(4) }
        failing.source.send(1)
        failing.source.send(.failure(.oops))
        #expect(failing.downstream.log == ["subscription CollectByCount", "failed oops"])

        let cancelled = Small.Rig<Int, [Int], Small.Oops>(demand: .unlimited) { $0.collect(4) }
        cancelled.source.send(1)
        cancelled.downstream.subscription?.cancel()
        cancelled.source.send(.finished)
        #expect(cancelled.downstream.log == ["subscription CollectByCount", "finished"])
        #expect(cancelled.upstream.log == ["request unlimited", "cancel"])
    }

    @Test func `collect by count traps on a demand of none`() async {
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.collect(4).subscribe(Small.Downstream(Subscribers.Demand.none, reply: .none))
        }
    }

    @Test func `these operators look like Apple's`() {
        let drop = Small.Rig<Int, Int, Small.Oops> { $0.dropFirst() }
        let output = Small.Rig<Int, Int, Small.Oops> { $0.prefix(1) }
        let collect = Small.Rig<Int, [Int], Small.Oops> { $0.collect(53) }
        #expect("\(drop.inner) \(output.inner) \(collect.inner)" == "Drop Output CollectByCount")
        #expect(drop.mirror.isEmpty && output.mirror.isEmpty)
        #expect(collect.mirror.keys.sorted() == ["buffer", "count", "downstream", "upstreamSubscription"])
        #expect(collect.mirror["buffer"] == "[]" && collect.mirror["count"] == "53")
        #expect(Small.secondSubscriptions(of: output) == [["cancel"], ["cancel"]])
        #expect(Small.secondSubscriptions(of: collect) == [["cancel"], ["cancel"]])
    }
}
