import TernCombine
import Testing

@Suite struct CombineBufferTests {
    typealias Full = Publishers.BufferingStrategy<Small.Oops>

    static func rig(
        _ size: Int, _ prefetch: Publishers.PrefetchStrategy, _ full: Full, demand: Subscribers.Demand? = nil
    ) -> Small.Rig<Int, Int, Small.Oops> {
        Small.Rig(demand: demand) { $0.buffer(size: size, prefetch: prefetch, whenFull: full) }
    }

    @Test func `a buffer asks upstream before downstream has its subscription`() {
        for (prefetch, request) in [
            (Publishers.PrefetchStrategy.keepFull, "request max(42)"), (.byRequest, "request unlimited"),
        ] {
            let rig = Small.Rig<Int, Int, Small.Oops>(late: true) {
                $0.buffer(size: 42, prefetch: prefetch, whenFull: .dropOldest)
            }
            rig.upstream.onRequest = { _ in #expect(rig.downstream.log.isEmpty) }
            rig.inner.receive(subscription: rig.upstream)
            #expect(rig.upstream.log == [request])
            #expect(rig.downstream.log == ["subscription Buffer"])
        }
    }

    @Test(arguments: [
        ("newest", ["0", "1", "2", "3"]), ("oldest", ["5", "6", "7", "8"]), ("error", ["0", "1", "2", "failed oops"]),
    ])
    func `a full buffer drops or fails, and asks for what left it`(full: String, seen: [String]) {
        let strategy: Full = full == "newest" ? .dropNewest : full == "oldest" ? .dropOldest : .customError { .oops }
        let rig = Self.rig(5, .keepFull, strategy, demand: Subscribers.Demand.none)
        for value in 0..<10 {
            #expect(rig.source.send(value) == .none)
        }
        rig.downstream.subscription?.request(.max(3))
        rig.downstream.subscription?.request(.max(1))
        #expect(rig.downstream.log == ["subscription Buffer"] + seen)
        let asked = full == "error" ? ["cancel", "request max(3)"] : ["request max(3)", "request max(1)"]
        #expect(rig.upstream.log == ["request max(5)"] + asked)
    }

    @Test func `the end follows the last value when more is asked for, and an error comes at once`() {
        let rig = Self.rig(3, .byRequest, .dropOldest)
        rig.source.send(.finished)
        rig.source.send(.failure(.oops))
        rig.source.send(1)
        rig.source.send(2)
        rig.downstream.subscription?.request(.max(2))
        #expect(rig.downstream.log == ["subscription Buffer", "1", "2"])
        rig.downstream.subscription?.request(.max(1))
        #expect(rig.downstream.log == ["subscription Buffer", "1", "2", "finished"])

        let failing = Self.rig(3, .byRequest, .dropOldest)
        failing.source.send(1)
        failing.source.send(.failure(.oops))
        failing.downstream.subscription?.request(.max(2))
        #expect(failing.downstream.log == ["subscription Buffer", "failed oops"])
    }

    @Test func `values taken together are delivered though an error comes meanwhile`() {
        let rig = Self.rig(5, .byRequest, .dropOldest)
        rig.downstream.onValue = { _ in rig.source.send(.failure(.oops)) }
        for value in 1...5 {
            rig.source.send(value)
        }
        rig.downstream.subscription?.request(.max(3))
        #expect(rig.downstream.log == ["subscription Buffer", "1", "failed oops", "2", "3"])
    }

    @Test func `demand from within a delivery counts, and each value makes room for one`() {
        for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
            let rig = Self.rig(5, prefetch, .dropNewest)
            rig.downstream.onValue = { _ in
                rig.downstream.subscription?.request(.max(1))
                rig.downstream.subscription?.request(.none)
            }
            rig.downstream.subscription?.request(.max(3))
            for value in 0..<10 {
                #expect(rig.source.send(value) == (prefetch == .keepFull ? .max(1) : .none))
            }
            #expect(rig.downstream.log.dropFirst() == (0..<10).map(String.init)[...])
            #expect(rig.upstream.log == [prefetch == .keepFull ? "request max(5)" : "request unlimited"])
        }
    }

    @Test func `a value sent from within a delivery keeps its place`() {
        let rig = Self.rig(5, .byRequest, .dropNewest)
        rig.downstream.onValue = { if $0 < 3 { rig.source.send($0 + 10) } }
        for value in 1...3 {
            rig.source.send(value)
        }
        rig.downstream.subscription?.request(.unlimited)
        #expect(rig.downstream.log == ["subscription Buffer", "1", "2", "3", "11", "12"])
        rig.source.send(0)
        #expect(rig.downstream.log.suffix(2) == ["0", "10"])
    }

    @Test func `nothing follows a cancellation from within a delivery`() {
        let rig = Self.rig(5, .byRequest, .dropNewest)
        rig.downstream.onValue = { _ in rig.downstream.subscription?.cancel() }
        rig.source.send(1)
        rig.source.send(2)
        rig.downstream.subscription?.request(.unlimited)
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription Buffer", "1"])
        #expect(rig.upstream.log == ["request unlimited", "cancel"])
    }

    @Test func `values that come before downstream has its subscription wait for it`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .max(2), late: true) {
            $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
        }
        rig.source.send(0)
        rig.upstream.onRequest = { demand in
            for value in 0..<(demand.max ?? 0) where rig.upstream.log.count == 1 {
                rig.source.send(value)
            }
        }
        rig.inner.receive(subscription: rig.upstream)
        #expect(rig.downstream.log == ["subscription Buffer", "0", "1"])
        #expect(rig.upstream.log == ["request max(2)", "request max(2)"])
    }

    @Test func `a value sent by the closure that makes the error traps`() async {
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            let buffer = source.buffer(
                size: 0, prefetch: .keepFull,
                whenFull: .customError {
                    source.send(1000)
                    return .oops
                })
            buffer.subscribe(Small.Downstream(.max(2), reply: .none))
            source.send(0)
        }
    }

    @Test func `a buffer looks like Apple's, and takes one subscription`() {
        let rig = Self.rig(13, .keepFull, .dropNewest)
        #expect("\(rig.inner)" == "Buffer")
        #expect(rig.mirror["values"] == "[]")
        #expect(rig.mirror["downstreamDemand"] == "max(0)")
        #expect(rig.mirror["terminal"] == "nil")
        #expect(rig.mirror["state"] != nil)
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
    }

    @Test func `many values go through a buffer in order, dropping from either end`() {
        let count = 100_000
        for (full, first) in [(Full.dropNewest, 0), (.dropOldest, count / 2)] {
            let rig = Self.rig(count, .byRequest, full)
            for value in 0..<(count + count / 2) {
                rig.source.send(value)
            }
            var next = first
            rig.downstream.onValue = { value in
                if value == next { next += 1 }
                rig.downstream.log = []
                rig.downstream.subscription?.request(.max(1))
            }
            rig.downstream.subscription?.request(.max(1))
            #expect(next == first + count)
        }
    }

    @Test func `downstream sees one event at a time when requests and values come from two threads`() async {
        let count = 20_000
        let seen = await BufferRace(count: count).run()
        #expect(seen == Array(0..<count))
    }
}

// Unchecked because the buffer under test is what keeps the threads apart: `seen` is touched in its deliveries only.
private final class BufferRace: @unchecked Sendable {
    let count: Int
    let source = Small.Source<Int, Small.Oops>(Small.Upstream())
    let downstream = Small.Downstream<Int, Small.Oops>(nil, reply: .none)
    var seen: [Int] = []

    init(count: Int) {
        self.count = count
    }

    func run() async -> [Int] {
        downstream.onValue = { self.seen.append($0) }
        source.buffer(size: count, prefetch: .byRequest, whenFull: .dropNewest).subscribe(downstream)
        async let values: Void = {
            for value in 0..<self.count { self.source.send(value) }
        }()
        async let requests: Void = {
            for _ in 0..<self.count { self.downstream.subscription?.request(.max(1)) }
        }()
        _ = await (values, requests)
        return seen
    }
}
