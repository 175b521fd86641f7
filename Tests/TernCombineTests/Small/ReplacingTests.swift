import TernCombine
import Testing

@Suite struct CombineReplacingTests {
    @Test func `replaceEmpty asks for any number after downstream has asked, and replaces nothing by its value`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .max(42)) { $0.replaceEmpty(with: 7) }
        #expect(rig.upstream.log == ["request max(42)", "request unlimited"])
        rig.source.send(.finished)
        rig.source.send(.failure(.oops))
        #expect(rig.downstream.log == ["subscription ReplaceEmpty", "7", "finished"])
    }

    @Test func `replaceEmpty waits until its value is asked for`() {
        let rig = Small.Rig<Int, Int, Small.Oops> { $0.replaceEmpty(with: 7) }
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription ReplaceEmpty"])
        rig.downstream.subscription?.request(.max(1))
        rig.downstream.subscription?.request(.max(1))
        #expect(rig.downstream.log == ["subscription ReplaceEmpty", "7", "finished"])
    }

    @Test func `replaceEmpty passes values, the end after them, and errors`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .max(1), reply: .max(4)) { $0.replaceEmpty(with: 7) }
        #expect(rig.source.send(1) == .max(4))
        rig.source.send(.finished)
        #expect(rig.source.send(2) == .none)
        #expect(rig.downstream.log == ["subscription ReplaceEmpty", "1", "finished"])
        let failing = Small.Rig<Int, Int, Small.Oops> { $0.replaceEmpty(with: 7) }
        failing.source.send(.failure(.oops))
        #expect(failing.downstream.log == ["subscription ReplaceEmpty", "failed oops"])
    }

    @Test func `replaceEmpty says nothing after a cancellation`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .unlimited) { $0.replaceEmpty(with: 7) }
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
        rig.downstream.subscription?.request(.unlimited)
        rig.downstream.subscription?.cancel()
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription ReplaceEmpty"])
        #expect(rig.upstream.log == ["request unlimited", "request unlimited", "cancel"])
    }

    @Test func `replaceEmpty cancelled before its subscription goes on`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(late: true) { $0.replaceEmpty(with: 7) }
        rig.source.send(.finished)
        #expect(rig.source.send(1) == .none)
        (rig.inner as? any Subscription)?.cancel()
        rig.inner.receive(subscription: rig.upstream)
        #expect(rig.upstream.log == ["request unlimited"])
        #expect(rig.downstream.log == ["subscription ReplaceEmpty"])
    }

    @Test func `replaceError publishes its value in place of the error, when a value was asked for`() {
        let rig = Small.Rig<Int, Int, Never>(demand: .max(1)) { $0.replaceError(with: 42) }
        rig.source.send(9)
        rig.source.send(.failure(.oops))
        #expect(rig.downstream.log == ["subscription ReplaceError", "9"])
        rig.downstream.subscription?.request(.max(1))
        #expect(rig.downstream.log == ["subscription ReplaceError", "9", "42", "finished"])
        #expect(rig.source.send(-1) == .none)
        rig.source.send(.failure(.oops))
        #expect(rig.downstream.log == ["subscription ReplaceError", "9", "42", "finished"])
    }

    @Test func `a good end overtakes an error that waits`() {
        let rig = Small.Rig<Int, Int, Never> { $0.replaceError(with: 42) }
        rig.source.send(.failure(.oops))
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription ReplaceError", "finished"])
    }

    @Test func `replaceError hands out its subscription before there is an upstream`() {
        let rig = Small.Rig<Int, Int, Never>(demand: .max(10), late: true) { $0.replaceError(with: 1) }
        #expect(rig.source.send(1) == .none)
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription ReplaceError"])
        rig.inner.receive(subscription: rig.upstream)
        #expect(rig.upstream.log == ["request max(10)"])
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
        rig.downstream.subscription?.request(.unlimited)
        rig.downstream.subscription?.cancel()
        #expect(rig.upstream.log == ["request max(10)", "cancel"])
    }

    @Test func `replaceError cancelled before its upstream comes asks it for nothing`() {
        for (demand, log) in [(Subscribers.Demand?.none, []), (.max(1), ["cancel"])] {
            let rig = Small.Rig<Int, Int, Never>(demand: demand, late: true) { $0.replaceError(with: 1) }
            rig.downstream.subscription?.cancel()
            rig.inner.receive(subscription: rig.upstream)
            #expect(rig.upstream.log == log)
        }
    }

    @Test func `a value nobody asked for traps in replaceError, and a demand of none in both`() async {
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.replaceError(with: 0).subscribe(Small.Downstream(nil, reply: .none))
            source.send(1)
        }
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.replaceError(with: 0).subscribe(Small.Downstream(Subscribers.Demand.none, reply: .none))
        }
        await #expect(processExitsWith: .failure) {
            let source = Small.Source<Int, Small.Oops>(Small.Upstream())
            source.replaceEmpty(with: 0).subscribe(Small.Downstream(Subscribers.Demand.none, reply: .none))
        }
    }

    @Test func `both look like Apple's`() {
        let empty = Small.Rig<Int, Int, Small.Oops> { $0.replaceEmpty(with: 7) }
        let error = Small.Rig<Int, Int, Never> { $0.replaceError(with: 7) }
        #expect("\(empty.inner) \(error.inner)" == "ReplaceEmpty ReplaceError")
        #expect(empty.mirror.isEmpty && error.mirror.isEmpty)
    }
}
