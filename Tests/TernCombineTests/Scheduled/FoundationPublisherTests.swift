import Foundation
import FoundationNetworking
import TernCombine
import Testing

@Suite struct FoundationPublisherTests {
    private struct Point: Codable, Equatable {
        var x: Int
    }

    private func decode<D: TopLevelDecoder>(_ decoder: D, _ input: D.Input) throws -> Point {
        try decoder.decode(Point.self, from: input)
    }

    private func encode<E: TopLevelEncoder>(_ encoder: E) throws -> E.Output {
        try encoder.encode(Point(x: 1))
    }

    @Test func `a timer publishes to all who asked, from its connection to that one's end`() throws {
        let loop = RunLoop.current
        let publisher = Timer.publish(every: 0.001, tolerance: 0.5, on: loop, in: .default)
        #expect(publisher.interval == 0.001)
        #expect(publisher.tolerance == nil)
        let (first, second) = (Sink<Date>(), Sink<Date>())
        publisher.subscribe(first)
        publisher.subscribe(second)
        first.more = .max(1)
        try #require(first.subscription).request(.max(1))
        try #require(second.subscription).request(.max(2))
        #expect(!(first.subscription is any CustomStringConvertible))
        let connection = publisher.connect()
        for _ in 0..<1_000 where first.values.count < 4 {
            _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
        }
        #expect(second.values.count == 2)
        #expect(Array(first.values.prefix(2)) == second.values)
        first.subscription?.cancel()
        connection.cancel()
        #expect(!loop.run(mode: .default, before: Date()) || first.values.count == 4)
    }

    @Test func `JSON and property list coders are top-level coders`() throws {
        #expect(try decode(JSONDecoder(), encode(JSONEncoder())) == Point(x: 1))
        #expect(try decode(PropertyListDecoder(), encode(PropertyListEncoder())) == Point(x: 1))
    }

    private final class Sink<Input>: Subscriber {
        typealias Failure = Never
        var values: [Input] = []
        var subscription: (any Subscription)?
        var more = Subscribers.Demand.none

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: Input) -> Subscribers.Demand {
            values.append(input)
            return more
        }
        func receive(completion: Subscribers.Completion<Never>) {}
    }

    @Test func `a notification reaches those who asked for it, until they cancel`() throws {
        let center = NotificationCenter()
        let name = Notification.Name("test")
        let object = NSObject()
        let sink = Sink<Notification>()
        center.publisher(for: name, object: object).subscribe(sink)
        let subscription = try #require(sink.subscription)
        #expect("\(subscription)" == "NotificationCenter Observer")
        #expect(Mirror(reflecting: subscription).children.map(\.label) == ["center", "name", "object", "demand"])
        center.post(name: name, object: object)
        #expect(sink.values.isEmpty)
        subscription.request(.none)
        subscription.request(.max(1))
        center.post(name: name, object: NSObject())
        center.post(name: name, object: object)
        center.post(name: name, object: object)
        #expect(sink.values.count == 1)
        subscription.request(.unlimited)
        center.post(name: name, object: object)
        subscription.cancel()
        subscription.cancel()
        center.post(name: name, object: object)
        #expect(sink.values.count == 2)
        #expect(center.publisher(for: name) == center.publisher(for: name))
        #expect(center.publisher(for: name) != center.publisher(for: name, object: object))
        #expect(center.publisher(for: name) != NotificationCenter().publisher(for: name))
    }

    @Test func `a data task's subscription has Apple's name, and asking it for nothing traps`() async {
        let url = URL(fileURLWithPath: "/dev/null")
        let publisher = URLSession.shared.dataTaskPublisher(for: url)
        #expect(publisher.request == URLRequest(url: url))
        await #expect(processExitsWith: .failure) {
            let publisher = URLSession.shared.dataTaskPublisher(for: URL(fileURLWithPath: "/dev/null"))
            publisher.subscribe(
                AnyTaskSink { $0.request(.none) })
        }
        var names: [String] = []
        publisher.subscribe(
            AnyTaskSink {
                names = ["\($0)"] + Mirror(reflecting: $0).children.compactMap(\.label)
                $0.cancel()
            })
        #expect(names == ["DataTaskPublisher", "task", "downstream", "parent", "demand"])
    }

    @Test func `a data task that can't load fails with its URL error`() async {
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<URLError?, Never>) in
            let sink = Subscribers.Sink<URLSession.DataTaskPublisher.Output, URLError>(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        continuation.resume(returning: error)
                    } else {
                        continuation.resume(returning: nil)
                    }
                }, receiveValue: { _ in })
            URLSession.shared.dataTaskPublisher(for: URL(string: "unheard-of://host")!).subscribe(sink)
        }
        #expect(error?.code == .unsupportedURL)
    }
}

private final class AnyTaskSink: Subscriber {
    typealias Input = URLSession.DataTaskPublisher.Output
    typealias Failure = URLError
    let onSubscription: (any Subscription) -> Void

    init(_ onSubscription: @escaping (any Subscription) -> Void) {
        self.onSubscription = onSubscription
    }

    func receive(subscription: any Subscription) { onSubscription(subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<URLError>) {}
}
