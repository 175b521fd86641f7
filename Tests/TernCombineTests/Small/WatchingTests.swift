import TernCombine
import Testing

@Suite struct CombineWatchingTests {
    final class Log {
        var lines: [String] = []
    }

    static func watched(
        _ log: Log, demand: Subscribers.Demand? = nil, reply: Subscribers.Demand = .none, late: Bool = false
    )
        -> Small.Rig<Int, Int, Small.Oops>
    {
        Small.Rig(demand: demand, reply: reply, late: late) {
            $0.handleEvents(
                receiveSubscription: { log.lines.append("subscription \($0)") },
                receiveOutput: { log.lines.append("\($0)") },
                receiveCompletion: { log.lines.append("\($0)") },
                receiveCancel: { log.lines.append("cancel") },
                receiveRequest: { log.lines.append("request \($0)") })
        }
    }

    @Test func `handleEvents hears everything until the end, and passes everything on`() {
        let log = Log()
        let rig = Self.watched(log, demand: .max(14), reply: .max(2))
        rig.downstream.subscription?.request(.none)
        #expect(rig.source.send(1) == .max(2))
        rig.source.send(.finished)
        rig.source.send(.failure(.oops))
        #expect(rig.source.send(2) == .max(2))
        #expect(rig.downstream.log == ["subscription HandleEvents", "1", "finished", "failed oops", "2"])
        #expect(rig.upstream.log == ["request max(14)", "request max(0)"])
        #expect(
            log.lines == [
                "subscription Upstream", "request max(14)", "request max(0)", "1", "request max(2)", "finished",
            ])
    }

    @Test func `handleEvents hears the first cancellation, and each subscription before it`() {
        let log = Log()
        let rig = Self.watched(log)
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
        rig.downstream.subscription?.request(.max(1))
        rig.downstream.subscription?.cancel()
        rig.source.send(1)
        #expect(log.lines == ["subscription Upstream", "subscription Upstream", "cancel"])
        #expect(rig.upstream.log == ["cancel"])
        #expect(rig.downstream.log == ["subscription HandleEvents", "1"])
    }

    @Test func `handleEvents hears what comes before the subscription`() {
        let log = Log()
        let rig = Self.watched(log, late: true)
        (rig.inner as? any Subscription)?.request(.max(1))
        (rig.inner as? any Subscription)?.cancel()
        rig.source.send(1)
        rig.inner.receive(subscription: rig.upstream)
        #expect(log.lines == ["request max(1)", "cancel", "1", "subscription Upstream"])
        #expect(rig.upstream.log == [])
    }

    @Test func `the end and a cancellation let handleEvents' closures go`() {
        for end in [
            { (rig: Small.Rig<Int, Int, Small.Oops>) in rig.source.send(.finished) },
            { $0.downstream.subscription?.cancel() },
        ] {
            weak var held: Log?
            let rig = {
                let log = Log()
                held = log
                return Self.watched(log)
            }()
            #expect(held != nil)
            end(rig)
            #expect(held == nil)
        }
    }

    final class Stream: TextOutputStream {
        var text = ""
        var onWrite: () -> Void = {}

        func write(_ string: String) {
            text += string
            onWrite()
        }
    }

    @Test func `print writes a line for each event`() {
        let stream = Stream()
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .unlimited) { $0.print("p", to: stream) }
        rig.downstream.subscription?.request(.max(30))
        rig.source.send(1)
        rig.downstream.reply = .max(2)
        rig.source.send(2)
        rig.downstream.reply = .unlimited
        rig.downstream.subscription?.cancel()
        rig.downstream.subscription?.request(.max(12))
        rig.source.send(3)
        rig.source.send(.finished)
        rig.source.send(.failure(.oops))
        rig.downstream.subscription?.cancel()
        #expect(
            stream.text == """
                p: receive subscription: (Upstream)
                p: request unlimited
                p: request max: (30)
                p: receive value: (1)
                p: receive value: (2)
                p: request max: (2) (synchronous)
                p: receive cancel
                p: request max: (12)
                p: receive value: (3)
                p: request unlimited (synchronous)
                p: receive finished
                p: receive error: (oops)
                p: receive cancel

                """)
        #expect(rig.upstream.log == ["request unlimited", "request max(30)", "cancel"])
        #expect(rig.downstream.log == ["subscription Print", "1", "2", "3", "finished", "failed oops"])
    }

    @Test func `what print writes to may send into the pipeline it watches`() {
        let stream = Stream()
        let rig = Small.Rig<Int, Int, Small.Oops> { $0.print(to: stream) }
        stream.text = ""
        stream.onWrite = {
            stream.onWrite = {}
            rig.source.send(2)
        }
        rig.source.send(1)
        #expect(stream.text == "receive value: (1)\nreceive value: (2)\n")
    }

    struct Lines: TextOutputStream {
        let log: Log
        var count = 0

        mutating func write(_ string: String) {
            count += 1
            log.lines.append("\(count) \(string)")
        }
    }

    @Test func `a stream that is a value keeps its state`() {
        let log = Log()
        let rig = Small.Rig<Int, Int, Small.Oops> { $0.print(to: Lines(log: log)) }
        rig.source.send(1)
        rig.source.send(2)
        #expect(
            log.lines == [
                "1 receive subscription: (Upstream)\n", "2 receive value: (1)\n", "3 receive value: (2)\n",
            ])
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
    }

    @Test func `a breakpoint raises SIGTRAP where its closure says so`() async {
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.breakpoint(receiveSubscription: { _ in true }).subscribe(Small.Downstream(nil, reply: .none))
        }
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.breakpoint(receiveOutput: { $0 == 1 }).subscribe(Small.Downstream(nil, reply: .none))
            source.send(1)
        }
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.breakpointOnError().subscribe(Small.Downstream(nil, reply: .none))
            source.send(.failure(.oops))
        }
    }

    @Test func `a breakpoint that doesn't stop passes everything on`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .max(1), reply: .max(2)) {
            $0.breakpoint(receiveSubscription: { _ in false }, receiveOutput: { _ in false }).breakpointOnError()
        }
        #expect(rig.source.send(1) == .max(2))
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription Upstream", "1", "finished"])
        #expect("\(rig.inner)" == "Breakpoint" && rig.mirror.isEmpty)
    }

    @Test func `assertNoFailure traps on an error only`() async {
        let rig = Small.Rig<Int, Int, Never>(demand: .max(1), reply: .max(2)) {
            $0.assertNoFailure("oh", file: "f", line: 3)
        }
        #expect(rig.source.send(1) == .max(2))
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription Upstream", "1", "finished"])
        #expect("\(rig.inner)" == "AssertNoFailure")
        #expect(rig.mirror == ["file": "f", "line": "3", "prefix": "oh"])
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.assertNoFailure().subscribe(Small.Downstream(nil, reply: .none))
            source.send(.failure(.oops))
        }
    }
}
