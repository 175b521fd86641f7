import TernCombine
import Testing

struct UntilOutputTests {
    @Test func `prefix ends with the other's first value and cancels upstream`() {
        let (upstream, other) = (IntSource(), FlatSource<String, Never>())
        let recorder = IntRecorder(.max(3)) { _ in .max(2) }
        upstream.prefix(untilOutputFrom: other).subscribe(recorder)
        #expect(upstream.send(1) == .max(2))
        #expect(other.send("stop") == .none)
        other.send("again")
        #expect(upstream.send(2) == .none)
        upstream.send(completion: .finished)
        #expect(recorder.events == [.subscription, .value(1), .finished])
        #expect(upstream.link?.calls == [.request(.max(3)), .cancel])
        #expect(other.link?.calls == [.request(.max(1))])
        #expect(upstream.subscriber?.identifier == other.subscriber?.identifier)
    }

    @Test func `prefix doesn't mind the other's end, and cancels it at upstream's`() {
        let (upstream, other, second) = (IntSource(), IntSource(), IntSource())
        let recorders = [IntRecorder(.max(3)), IntRecorder(.max(3))]
        upstream.prefix(untilOutputFrom: other).subscribe(recorders[0])
        other.send(completion: .failure(.oops))
        other.send(1)
        upstream.send(2)
        #expect(recorders[0].events == [.subscription, .value(2)])

        upstream.prefix(untilOutputFrom: second).subscribe(recorders[1])
        upstream.send(completion: .finished)
        second.send(1)
        #expect(second.link?.calls == [.request(.max(1)), .cancel])
        #expect(recorders[1].events == [.subscription, .finished])
    }

    @Test func `prefix can end before upstream's subscription, and is cancelled upstream first`() {
        let (upstream, other) = (IntSource(nil), IntSource())
        let recorder = IntRecorder(.max(3))
        upstream.prefix(untilOutputFrom: other).subscribe(recorder)
        other.send(1)
        #expect(recorder.events == [.finished])
        let late = FlatLink()
        upstream.send(subscription: late)
        #expect(late.calls == [.cancel])

        let (source, second) = (IntSource(), IntSource())
        var upstreamAtCancel: [FlatLink.Call]?
        second.link?.onCancel = { upstreamAtCancel = source.link?.calls }
        let cancelled = IntRecorder(nil)
        source.prefix(untilOutputFrom: second).subscribe(cancelled)
        cancelled.subscription?.cancel()
        #expect(upstreamAtCancel == [.cancel])
    }

    @Test func `drop lets values through from the other's first one on`() {
        let (upstream, other) = (IntSource(), IntSource())
        let recorder = IntRecorder(.max(4)) { .max($0) }
        upstream.drop(untilOutputFrom: other).subscribe(recorder)
        #expect(upstream.send(1) == .none)
        #expect(other.send(0) == .none)
        #expect(upstream.send(2) == .max(2))
        other.send(completion: .failure(.oops))
        upstream.send(completion: .finished)
        #expect(recorder.events == [.subscription, .value(2), .finished])
        #expect(upstream.link?.calls == [.request(.max(4))])
        #expect(other.link?.calls == [.request(.max(1))])
        #expect(upstream.subscriber?.identifier == other.subscriber?.identifier)
        #expect("\(recorder.subscription!)" == "DropUntilOutput")
    }

    @Test func `drop ends with the other if that has published nothing`() {
        let (upstream, other) = (IntSource(), IntSource())
        let recorder = IntRecorder(.max(4))
        upstream.drop(untilOutputFrom: other).subscribe(recorder)
        other.send(completion: .finished)
        #expect(upstream.send(1) == .none)
        #expect(recorder.events == [.subscription, .finished])
        #expect(upstream.link?.calls == [.request(.max(4)), .cancel])
    }

    @Test func `drop asks upstream, when it comes, for all that was asked before, and is cancelled upstream first`() {
        let (upstream, other) = (IntSource(nil), IntSource())
        let recorder = IntRecorder(.max(10))
        upstream.drop(untilOutputFrom: other).subscribe(recorder)
        recorder.subscription?.request(.max(4))
        let link = FlatLink()
        upstream.send(subscription: link)
        #expect(link.calls == [.request(.max(14))])
        var upstreamAtCancel: [FlatLink.Call]?
        other.link?.onCancel = { upstreamAtCancel = link.calls }
        recorder.subscription?.cancel()
        #expect(upstreamAtCancel == [.request(.max(14)), .cancel])
        other.send(1)
        #expect(upstream.send(1) == .none)
        #expect(recorder.events == [.subscription])
    }

    @Test func `a dropped value that was not asked for traps`() async {
        await #expect(processExitsWith: .failure) {
            let upstream = IntSource()
            upstream.drop(untilOutputFrom: IntSource()).subscribe(IntRecorder(nil))
            upstream.send(1)
        }
    }
}
