import TernCombine
import Testing

struct SwitchToLatestTests {
    typealias Sources = FlatSource<IntSource, FlatError>

    @Test func `the demand that is left moves to the newcomer, after the old one is cancelled`() {
        let upstream = Sources()
        let (first, second) = (IntSource(), IntSource())
        let recorder = IntRecorder(.max(3)) { _ in .max(5) }
        upstream.switchToLatest().subscribe(recorder)
        #expect(upstream.link?.calls == [.request(.unlimited)])
        upstream.send(first)
        #expect(first.send(1) == .max(5))
        var firstAtSubscribe: [FlatLink.Call]?
        second.onSubscribe = { firstAtSubscribe = first.link?.calls }
        upstream.send(second)
        #expect(firstAtSubscribe == [.request(.max(3)), .cancel])
        #expect(second.link?.calls == [.request(.max(7))])
        #expect(first.send(2) == .none)
        recorder.subscription?.request(.max(2))
        #expect(second.link?.calls == [.request(.max(7)), .request(.max(2))])
        upstream.send(completion: .finished)
        second.send(3)
        second.send(completion: .finished)
        #expect(recorder.events == [.subscription, .value(1), .value(3), .finished])
    }

    @Test func `a publisher's failure cancels upstream and ends all`() {
        let upstream = Sources()
        let child = IntSource()
        let recorder = IntRecorder(.max(1)) { _ in .max(1) }
        upstream.switchToLatest().subscribe(recorder)
        upstream.send(child)
        child.send(completion: .failure(.oops))
        child.send(completion: .finished)
        #expect(child.send(1) == .none)
        #expect(recorder.events == [.subscription, .failure])
        #expect(upstream.link?.calls == [.request(.unlimited), .cancel])
        #expect(child.link?.calls == [.request(.max(1))])
    }

    @Test func `upstream's failure cancels the publisher`() {
        let upstream = Sources()
        let child = IntSource()
        let recorder = IntRecorder(.max(1))
        upstream.switchToLatest().subscribe(recorder)
        upstream.send(child)
        upstream.send(completion: .failure(.oops))
        child.send(completion: .finished)
        #expect(recorder.events == [.subscription, .failure])
        #expect(child.link?.calls == [.request(.max(1)), .cancel])
        #expect(upstream.link?.calls == [.request(.unlimited)])
    }

    @Test func `cancelling cancels the publisher, then upstream`() {
        let upstream = Sources()
        let child = IntSource()
        var upstreamAtCancel: [FlatLink.Call]?
        child.link?.onCancel = { upstreamAtCancel = upstream.link?.calls }
        let recorder = IntRecorder(.max(1))
        upstream.switchToLatest().subscribe(recorder)
        upstream.send(child)
        recorder.subscription?.cancel()
        #expect(upstreamAtCancel == [.request(.unlimited)])
        #expect(upstream.link?.calls == [.request(.unlimited), .cancel])
        #expect(child.send(1) == .none)
        let late = IntSource()
        upstream.send(late)
        #expect(late.subscriptions == 0)
        #expect(recorder.events == [.subscription])
        #expect("\(recorder.subscription!)" == "SwitchToLatest")
    }

    @Test func `a value that was not asked for, and an end before the subscription, trap`() async {
        await #expect(processExitsWith: .failure) {
            let (upstream, child) = (Sources(), IntSource())
            upstream.switchToLatest().subscribe(IntRecorder(nil))
            upstream.send(child)
            child.send(1)
        }
        await #expect(processExitsWith: .failure) {
            let (upstream, child) = (Sources(), IntSource(nil))
            upstream.switchToLatest().subscribe(IntRecorder(.unlimited))
            upstream.send(child)
            child.send(completion: .finished)
        }
    }
}
