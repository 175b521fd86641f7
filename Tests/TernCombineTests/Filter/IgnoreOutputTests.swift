import TernCombine
import Testing

@Suite struct IgnoreOutputTests {
    let source = FilterTestSource<Int, FilterTestError>()
    let probe = FilterTestSubscriber<Never, FilterTestError>(.max(42))

    @Test func `only the end is passed on`() {
        source.ignoreOutput().subscribe(probe)
        #expect(source.send(1) == .none)
        #expect(probe.history == ["subscription IgnoreOutput"])
        source.send(.failure(.oops))
        source.send(.finished)
        #expect(probe.history == ["subscription IgnoreOutput", "failure oops"])
    }

    @Test func `upstream is asked once for everything, after downstream has its subscription`() {
        probe.onEvent = { #expect(source.subscription.history.isEmpty) }
        source.ignoreOutput().subscribe(probe)
        probe.subscription?.request(.max(95))
        #expect(source.subscription.history == ["request unlimited"])
        probe.subscription?.cancel()
        probe.subscription?.cancel()
        probe.subscription?.request(.max(50))
        probe.onEvent = {}
        source.send(.finished)
        #expect(source.subscription.history == ["request unlimited", "cancel"])
        #expect(probe.history.count == 1)
    }

    @Test func `a second subscription is cancelled`() {
        source.ignoreOutput().subscribe(probe)
        let second = FilterTestSubscription()
        source.subscriber?.receive(subscription: second)
        #expect(second.history == ["cancel"])
        #expect(source.subscription.history == ["request unlimited"])
    }

    @Test func `the subscription shows what it is`() throws {
        let source = FilterTestSource<Int, FilterTestError>(subscribesAtOnce: false)
        source.ignoreOutput().subscribe(probe)
        let inner = try #require(source.subscriber)
        #expect("\(inner)" == "IgnoreOutput")
        let children = Array(Mirror(reflecting: inner).children)
        #expect(children.map(\.label) == ["downstream", "status"])
        #expect(children.last.map { "\($0.value)" } == "awaitingSubscription")
    }
}
