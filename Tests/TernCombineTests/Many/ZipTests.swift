import Testing
import TernCombine

@Suite struct ZipTests {
    /// A zip of two to four sources, which publishes the sum.
    private func zip(_ sources: [ManySource]) -> AnyPublisher<Int, ManyError> {
        let (a, b) = (sources[0], sources[1])
        return switch sources.count {
        case 2: a.zip(b, +).eraseToAnyPublisher()
        case 3: a.zip(b, sources[2]) { $0 + $1 + $2 }.eraseToAnyPublisher()
        default: a.zip(b, sources[2], sources[3]) { $0 + $1 + $2 + $3 }.eraseToAnyPublisher()
        }
    }

    @Test(arguments: 2...4) func `a value goes on when each side has one, in the order in which they came`(arity: Int) {
        let sources = makeSources(arity)
        let recorder = ManyRecorder<Int>()
        zip(sources).subscribe(recorder)
        for value in [1, 10, 100] {
            #expect(sources[0].send(value) == .none)
        }
        for value in [1, 10, 100] {
            for source in sources.dropFirst() {
                #expect(source.send(value) == .none)
            }
        }
        #expect(recorder.events == ["Zip", "\(arity)", "\(10 * arity)", "\(100 * arity)"])
    }

    @Test func `a long queue keeps its order while it grows and shrinks`() {
        let sources = makeSources(2)
        var seen: [Int] = []
        let recorder = ManyRecorder<(Int, Int)>(onValue: { pair in
            #expect(pair.0 == pair.1)
            seen.append(pair.0)
            return .none
        })
        sources[0].zip(sources[1]).subscribe(recorder)
        var (ahead, behind) = (0, 0)
        for _ in 0..<50 {
            for _ in 0..<20 {
                sources[0].send(ahead)
                ahead += 1
            }
            for _ in 0..<19 {
                sources[1].send(behind)
                behind += 1
            }
        }
        #expect(seen == Array(0..<950))
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func `each side is asked for what downstream asks`(demand: Subscribers.Demand) {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        zip(sources).subscribe(recorder)
        #expect(sources.map(\.history) == [[], []])
        recorder.subscription?.request(demand)
        for source in sources {
            #expect(source.history == ["request \(demand)"])
            #expect(source.send(1) == .none)
        }
        recorder.subscription?.request(.max(2))
        for source in sources {
            #expect(source.history == ["request \(demand)", "request max(2)"])
        }
    }

    @Test func `what is asked during a delivery is the answer to its side, and a request to the others`() {
        let sources = makeSources(3)
        let recorder = ManyRecorder<Int>(.max(10))
        recorder.onValue = { _ in
            recorder.subscription?.request(.max(600))
            return .max(66)
        }
        zip(sources).subscribe(recorder)
        sources[0].send(1)
        sources[1].send(1)
        #expect(sources[2].send(1) == .max(666))
        #expect(sources[0].history == ["request max(10)", "request max(666)"])
        #expect(sources[1].history == ["request max(10)", "request max(666)"])
        #expect(sources[2].history == ["request max(10)"])
    }

    @Test func `a value goes on though nobody asked: keeping to the demand is upstream's`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil, onValue: { _ in .max(1) })
        zip(sources).subscribe(recorder)
        #expect(sources[0].send(1) == .none)
        #expect(sources[1].send(1) == .max(1))
        #expect(recorder.events == ["Zip", "2"])
    }

    @Test func `a side that finishes with values left ends the stream when they are used up`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>()
        zip(sources).subscribe(recorder)
        sources[0].send(100)
        sources[0].send(200)
        sources[1].send(1)
        sources[0].finish()
        #expect(recorder.events == ["Zip", "101"])
        sources[1].send(2)
        #expect(recorder.events == ["Zip", "101", "202", "finished"])
        #expect(sources[0].history == ["request unlimited"])
        #expect(sources[1].history == ["request unlimited", "cancel"])
        sources[1].send(3)
        sources[1].finish()
        sources[0].fail()
        #expect(recorder.events == ["Zip", "101", "202", "finished"])
    }

    @Test(arguments: 2...4) func `a side that finishes with no value left ends the stream and cancels the others`(
        arity: Int
    ) {
        for index in 0..<arity {
            let sources = makeSources(arity)
            let recorder = ManyRecorder<Int>()
            zip(sources).subscribe(recorder)
            sources[(index + 1) % arity].send(1)
            sources[index].finish()
            #expect(recorder.events == ["Zip", "finished"])
            for (other, source) in sources.enumerated() {
                #expect(source.history == ["request unlimited"] + (other == index ? [] : ["cancel"]))
            }
        }
    }

    @Test func `a failure ends the stream at once and cancels all sides, its own too`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>()
        zip(sources).subscribe(recorder)
        sources[0].send(1)
        sources[0].fail()
        sources[0].fail()
        sources[1].send(1)
        #expect(recorder.events == ["Zip", "failed"])
        #expect(sources.map(\.history) == [["request unlimited", "cancel"], ["request unlimited", "cancel"]])
    }

    @Test func `events sent from inside a delivery nest`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>()
        recorder.onValue = { value in
            if value == 2 {
                sources[0].send(10)
                sources[1].send(10)
                sources[0].finish()
            }
            return .none
        }
        zip(sources).subscribe(recorder)
        sources[0].send(1)
        sources[1].send(1)
        #expect(recorder.events == ["Zip", "2", "20", "finished"])
    }

    @Test func `a second subscription of a side is cancelled, and cancel reaches every side once`() {
        let sources = makeSources(2)
        let recorder = ManyRecorder<Int>(nil)
        zip(sources).subscribe(recorder)
        let second = ManySubscription()
        sources[0].subscriber?.receive(subscription: second)
        #expect(second.history == ["cancel"])
        recorder.subscription?.cancel()
        recorder.subscription?.cancel()
        #expect(sources.map(\.history) == [["cancel"], ["cancel"]])
        sources[0].send(1)
        sources[1].send(1)
        sources[0].finish()
        let third = ManySubscription()
        sources[0].subscriber?.receive(subscription: third)
        #expect(third.history == ["cancel"])
        #expect(recorder.events == ["Zip"])
    }

    @Test func `synchronous upstreams are zipped to the end of the shorter one`() {
        var seen: [String] = []
        _ = (0..<100_000).publisher.zip(["a", "b", "c"].publisher).sink(
            receiveCompletion: { _ in seen.append("finished") }, receiveValue: { seen.append("\($0.0)\($0.1)") })
        #expect(seen == ["0a", "1b", "2c", "finished"])
    }

    @Test func `an end before all sides are there comes after the subscription`() {
        let source = ManySource()
        let empty = Publishers.Sequence<[Int], ManyError>(sequence: [])
        let recorder = ManyRecorder<(Int, Int)>()
        empty.zip(source).subscribe(recorder)
        #expect(recorder.events == ["Zip", "finished"])
        #expect(source.history == ["cancel"])
    }

    @Test func `a demand of none traps`() async {
        await #expect(processExitsWith: .failure) {
            ManySource().zip(ManySource()).subscribe(ManyRecorder<(Int, Int)>(Subscribers.Demand.none))
        }
    }

    @Test func `sides name their subscription`() {
        let source = ManySource()
        let recorder = ManyRecorder<(Int, Int)>(nil)
        source.zip(ManySource()).subscribe(recorder)
        let side = source.subscriber
        #expect("\(side!)" == "Zip")
        #expect(
            Mirror(reflecting: side!).descendant("parentSubscription") as? CombineIdentifier
                == recorder.subscription?.combineIdentifier)
        #expect(Mirror(reflecting: recorder.subscription!).children.isEmpty)
    }

    @Test func `equal upstreams make equal publishers`() {
        #expect(Just(1).zip(Just("a")) == Publishers.Zip(Just(1), Just("a")))
        #expect(Just(1).zip(Just("a")) != Publishers.Zip(Just(1), Just("b")))
        #expect(Just(1).zip(Just(2), Just(3)) == Publishers.Zip3(Just(1), Just(2), Just(3)))
        #expect(Just(1).zip(Just(2), Just(3), Just(4)) != Publishers.Zip4(Just(1), Just(2), Just(3), Just(5)))
    }

    @Test func `values of many threads meet in order, one delivery at a time`() {
        let sources = makeSources(4)
        let count = 4_000
        var (next, inside) = (0, false)
        let recorder = ManyRecorder<(Int, Int, Int, Int)>(onValue: { values in
            #expect(!inside)
            inside = true
            #expect(values == (next, next, next, next))
            next += 1
            inside = false
            return .none
        })
        sources[0].zip(sources[1], sources[2], sources[3]).subscribe(recorder)
        sendFromThreads(sources, count: count)
        #expect(next == count)
        #expect(recorder.events.last == "finished")
    }
}
