import Testing
import TernCombine

@Suite struct MergeTests {
    /// A merge of two to eight sources by its own type, of more by `MergeMany`.
    private func merge(_ s: [ManySource]) -> AnyPublisher<Int, ManyError> {
        let a = s[0]
        return switch s.count {
        case 2: Publishers.Merge(a, s[1]).eraseToAnyPublisher()
        case 3: a.merge(with: s[1], s[2]).eraseToAnyPublisher()
        case 4: a.merge(with: s[1], s[2], s[3]).eraseToAnyPublisher()
        case 5: a.merge(with: s[1], s[2], s[3], s[4]).eraseToAnyPublisher()
        case 6: a.merge(with: s[1], s[2], s[3], s[4], s[5]).eraseToAnyPublisher()
        case 7: a.merge(with: s[1], s[2], s[3], s[4], s[5], s[6]).eraseToAnyPublisher()
        case 8: a.merge(with: s[1], s[2], s[3], s[4], s[5], s[6], s[7]).eraseToAnyPublisher()
        default: Publishers.MergeMany(s).eraseToAnyPublisher()
        }
    }

    @Test(arguments: 2...10) func `values pass through when downstream asks for any number`(arity: Int) {
        let sources = makeSources(arity)
        let recorder = ManyRecorder<Int>(onValue: { _ in .max(3) })
        merge(sources).subscribe(recorder)
        for (index, source) in sources.enumerated() {
            #expect(source.send(index) == .max(3))
        }
        for source in sources {
            #expect(recorder.events.last != "finished")
            source.finish()
        }
        #expect(recorder.events == ["Merge"] + (0..<arity).map { "\($0)" } + ["finished"])
        #expect(sources.allSatisfy { $0.history == ["request unlimited"] })
    }

    @Test(arguments: 2...10) func `each side is asked for one, and a value that nobody wants yet waits`(arity: Int) {
        let sources = makeSources(arity)
        let recorder = ManyRecorder<Int>(nil, onValue: { _ in .max(3) })
        merge(sources).subscribe(recorder)
        #expect(recorder.events == ["Merge"])
        for (index, source) in sources.reversed().enumerated() {
            #expect(source.history == ["request max(1)"])
            #expect(source.send(-index) == .none)
            #expect(source.send(index) == .none)
        }
        recorder.subscription?.request(.max(arity))
        // The lowest side first, and the later of two values that were sent though one was asked for.
        let first = (0..<arity).reversed().map { "\($0)" }
        #expect(recorder.events == ["Merge"] + first)
        #expect(sources.allSatisfy { $0.history == ["request max(1)", "request max(1)"] })
        for source in sources {
            #expect(source.send(7) == .max(1))
        }
        #expect(recorder.events == ["Merge"] + first + Array(repeating: "7", count: arity))
    }

    @Test func `a finite demand is met by whoever comes first`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(.max(1))
        merge(sources).subscribe(recorder)
        #expect(sources[0].send(1) == .max(1))
        #expect(sources[1].send(2) == .none)
        #expect(recorder.events == ["Merge", "1"])
        recorder.subscription?.request(.max(2))
        #expect(recorder.events == ["Merge", "1", "2"])
        #expect(sources[0].send(3) == .max(1))
        #expect(sources[1].send(4) == .none)
        #expect(recorder.events == ["Merge", "1", "2", "3"])
    }

    @Test func `what is asked during a delivery counts, and asks no side for more than one`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(.max(1))
        recorder.onValue = { _ in
            recorder.subscription?.request(.max(666))
            return .none
        }
        merge(sources).subscribe(recorder)
        #expect(sources[0].send(1) == .max(1))
        #expect(sources[1].send(1) == .max(1))
        #expect(sources.map(\.history) == [["request max(1)"], ["request max(1)"]])
    }

    @Test func `a value that waits goes on when the answer to another asks for it`() {
        let sources = makeSources(3)
        let recorder = ManyRecorder<Int>(nil, onValue: { _ in .max(1) })
        merge(sources).subscribe(recorder)
        for source in sources {
            source.send(1)
        }
        recorder.subscription?.request(.max(1))
        #expect(recorder.events == ["Merge", "1", "1", "1"])
    }

    @Test func `asking for any number later sends what waits, and asks the sides for any number once`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        merge(sources).subscribe(recorder)
        sources[1].send(1)
        recorder.subscription?.request(.unlimited)
        recorder.subscription?.request(.max(2))
        recorder.subscription?.request(.unlimited)
        #expect(recorder.events == ["Merge", "1"])
        #expect(sources.map(\.history) == Array(repeating: ["request max(1)", "request unlimited"], count: 2))
    }

    @Test func `the end waits for the values that wait`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        merge(sources).subscribe(recorder)
        for source in sources {
            source.send(1)
            source.finish()
        }
        #expect(recorder.events == ["Merge"])
        recorder.subscription?.request(.max(1))
        #expect(recorder.events == ["Merge", "1"])
        recorder.subscription?.request(.max(1))
        #expect(recorder.events == ["Merge", "1", "1", "finished"])
    }

    @Test func `a failure ends the stream at once and cancels all sides, its own too`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>()
        merge(sources).subscribe(recorder)
        sources[0].fail()
        sources[0].fail()
        sources[1].send(1)
        sources[1].finish()
        #expect(recorder.events == ["Merge", "failed"])
        #expect(sources.map(\.history) == [["request unlimited", "cancel"], ["request unlimited", "cancel"]])
    }

    @Test func `a source that breaks the rules is passed on as with Apple's`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(onValue: { _ in
            sources[0].finish()
            return .none
        })
        merge(sources).subscribe(recorder)
        sources[0].send(1)
        sources[0].send(1)
        sources[1].send(1)
        #expect(recorder.events == ["Merge", "1", "1", "finished", "1"])
    }

    @Test func `a second subscription of a side is cancelled, and cancel reaches every side once`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        merge(sources).subscribe(recorder)
        let second = ManySubscription()
        sources[0].subscriber?.receive(subscription: second)
        #expect(second.history == ["cancel"])
        sources[0].send(1)
        recorder.subscription?.cancel()
        recorder.subscription?.cancel()
        recorder.subscription?.request(.max(1))
        #expect(sources.map(\.history) == [["request max(1)", "cancel"], ["request max(1)", "cancel"]])
        sources[0].send(1)
        sources[0].finish()
        #expect(recorder.events == ["Merge"])
    }

    @Test func `synchronous upstreams follow each other, with a constant stack for one value at a time`() {
        let recorder = ManyRecorder<Int>(.max(1), onValue: { _ in .max(1) })
        let ones = Publishers.Sequence<Range<Int>, ManyError>(sequence: 0..<100_000)
        ones.merge(with: ones).subscribe(recorder)
        #expect(recorder.events.count == 200_002)
        #expect(recorder.events.last == "finished")
    }

    @Test func `a merge of none finishes when it is asked for a value`() {
        let recorder = ManyRecorder<Int>(nil)
        Publishers.MergeMany<ManySource>().subscribe(recorder)
        #expect(recorder.events == ["Merge"])
        recorder.subscription?.request(.max(1))
        #expect(recorder.events == ["Merge", "finished"])
    }

    @Test func `a demand of none is let pass`() {
        let recorder = ManyRecorder<Int>(Subscribers.Demand.none)
        merge(makeSources(2)).subscribe(recorder)
        #expect(recorder.events == ["Merge"])
    }

    @Test func `merges of merges are flat`() {
        let s = makeSources(8)
        let ab: Publishers.Merge<ManySource, ManySource> = s[0].merge(with: s[1])
        let abc: Publishers.Merge3 = ab.merge(with: s[2])
        let abcd: Publishers.Merge4 = abc.merge(with: s[3])
        let abcde: Publishers.Merge5 = abcd.merge(with: s[4])
        let abcdef: Publishers.Merge6 = abcde.merge(with: s[5])
        let abcdefg: Publishers.Merge7 = abcdef.merge(with: s[6])
        let all: Publishers.Merge8 = abcdefg.merge(with: s[7])
        let recorder = ManyRecorder<Int>()
        all.subscribe(recorder)
        for (index, source) in s.enumerated() {
            source.send(index)
        }
        #expect(recorder.events == ["Merge"] + (0..<8).map { "\($0)" })
        let many: Publishers.MergeMany<ManySource> = Publishers.MergeMany(s[0], s[1]).merge(with: s[2])
        #expect(many.publishers.count == 3)
    }

    @Test func `sides name their subscription`() {
        let source = ManySource()
        let recorder = ManyRecorder<Int>(nil)
        source.merge(with: ManySource()).subscribe(recorder)
        let side = source.subscriber
        #expect("\(side!)" == "Merge")
        #expect(
            Mirror(reflecting: side!).descendant("parentSubscription") as? CombineIdentifier
                == recorder.subscription?.combineIdentifier)
        #expect(Mirror(reflecting: recorder.subscription!).children.isEmpty)
    }

    @Test func `equal upstreams make equal publishers`() {
        #expect(Publishers.Merge(Just(1), Just(2)) == Publishers.Merge(Just(1), Just(2)))
        #expect(Just(1).merge(with: Just(2), Just(3)) != Publishers.Merge3(Just(1), Just(2), Just(4)))
        #expect(Publishers.MergeMany(Just(1), Just(2)) == Just(1).merge(with: Just(2)))
    }

    @Test func `ten thousand upstreams are merged without quadratic work`() {
        let sources = makeSources(10_000)
        let recorder = ManyRecorder<Int>(nil, onValue: { _ in .none })
        merge(sources).subscribe(recorder)
        for (index, source) in sources.enumerated() {
            source.send(index)
        }
        for _ in sources {
            recorder.subscription?.request(.max(1))
        }
        #expect(recorder.events == ["Merge"] + sources.indices.map { "\($0)" })
        for source in sources {
            source.finish()
        }
        #expect(recorder.events.last == "finished")
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func `values of many threads are delivered one at a time, each side's in order`(demand: Subscribers.Demand) {
        let sources = makeSources(4)
        let count = 3_000
        var (next, inside) = ([0, 0, 0, 0], false)
        let recorder = ManyRecorder<(side: Int, value: Int)>(
            demand,
            onValue: { event in
                #expect(!inside)
                inside = true
                #expect(event.value == next[event.side])
                next[event.side] += 1
                inside = false
                return .max(1)
            })
        let sides = sources.enumerated().map { side, source in source.map { (side: side, value: $0) } }
        Publishers.MergeMany(sides).subscribe(recorder)
        sendFromThreads(sources, count: count)
        #expect(next == Array(repeating: count, count: 4))
        #expect(recorder.events.last == "finished")
    }
}
