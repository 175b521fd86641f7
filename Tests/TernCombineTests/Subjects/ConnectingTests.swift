import TernCombine
import Testing

@Suite struct MulticastTests {
    @Test func `upstream is subscribed at connect, and asked for any number of values`() {
        let upstream = RecordingSubscription()
        let publisher = SubjectUpstream<TestError>(upstream)
        let multicast = publisher.multicast(subject: PassthroughSubject())
        let early = SubjectRecorder(asking: .max(3))
        multicast.subscribe(early)
        #expect(publisher.subscriber == nil)
        let connection = multicast.connect()
        #expect(connection is AnyCancellable)
        #expect(upstream.history == [.requested(.unlimited)])
        for value in 1...4 { #expect(publisher.subscriber?.receive(value) == Subscribers.Demand.none) }
        let late = SubjectRecorder(asking: .max(2))
        multicast.subscribe(late)
        for value in 5...7 { _ = publisher.subscriber?.receive(value) }
        publisher.subscriber?.receive(completion: .finished)
        let latest = SubjectRecorder(asking: .none)
        multicast.subscribe(latest)
        #expect(
            early.history == [.subscription("Multicast"), .value(1), .value(2), .value(3), .completion(.finished)])
        #expect(late.history == [.subscription("Multicast"), .value(5), .value(6), .completion(.finished)])
        #expect(latest.history == [.subscription("Multicast"), .completion(.finished)])
        withExtendedLifetime(connection) {}
    }

    @Test func `the subject is made once, by the first who needs it`() {
        var count = 0
        let multicast = PassthroughSubject<Int, TestError>().multicast { () -> PassthroughSubject<Int, TestError> in
            count += 1
            return PassthroughSubject()
        }
        #expect(count == 0)
        multicast.subscribe(SubjectRecorder())
        multicast.subscribe(SubjectRecorder())
        _ = multicast.connect()
        #expect(count == 1)
    }

    @Test func `what a value's receiver asks in answer is asked of the subject`() {
        let subject = PassthroughSubject<Int, TestError>()
        let multicast = subject.multicast(PassthroughSubject.init)
        let recorder = SubjectRecorder(onSubscription: { $0.request(.max(1)) }, onValue: { $0 < 3 ? .max(1) : .none })
        multicast.subscribe(recorder)
        let connection = multicast.connect()
        (1...5).forEach { subject.send($0) }
        #expect(recorder.values == [1, 2, 3])
        withExtendedLifetime(connection) {}
    }

    @Test func `a connection does not keep the subject`() {
        let upstream = RecordingSubscription()
        let publisher = SubjectUpstream<TestError>(upstream)
        weak var weakSubject: PassthroughSubject<Int, TestError>?
        let connection: any Cancellable
        do {
            let subject = PassthroughSubject<Int, TestError>()
            weakSubject = subject
            connection = publisher.multicast(subject: subject).connect()
        }
        #expect(weakSubject == nil)
        #expect(upstream.history == [.cancelled])
        connection.cancel()
    }

    @Test func `disconnecting stops the values, connecting again starts them`() {
        let subject = PassthroughSubject<Int, Never>()
        let connectable = subject.makeConnectable()
        let recorder = Recorder<Int, Never>(asking: .unlimited)
        connectable.subscribe(recorder)
        subject.send(1)
        let first = connectable.connect()
        subject.send(2)
        first.cancel()
        subject.send(3)
        let second = connectable.connect()
        subject.send(4)
        #expect(recorder.history == [.subscription("Multicast"), .value(2), .value(4)])
        withExtendedLifetime(second) {}
    }
}

@Suite struct ShareTests {
    @Test func `upstream is asked for any number of values once, and cancelled after the last subscriber`() {
        let upstream = RecordingSubscription()
        let publisher = SubjectUpstream<TestError>(upstream)
        let share = publisher.share()
        let first = SubjectRecorder(asking: .max(1))
        let second = SubjectRecorder(asking: .unlimited)
        share.subscribe(first)
        share.subscribe(second)
        #expect(upstream.history == [.requested(.unlimited)])
        _ = publisher.subscriber?.receive(1)
        _ = publisher.subscriber?.receive(2)
        #expect(first.history == [.subscription("Multicast"), .value(1)])
        #expect(second.values == [1, 2])
        first.subscriptions[0].cancel()
        first.subscriptions[0].cancel()
        #expect(upstream.history == [.requested(.unlimited)])
        second.subscriptions[0].cancel()
        #expect(upstream.history == [.requested(.unlimited), .cancelled])
    }

    @Test func `a late subscriber receives the end only`() {
        let subject = PassthroughSubject<Int, TestError>()
        let share = subject.share()
        let first = SubjectRecorder(asking: .unlimited)
        share.subscribe(first)
        subject.send(1)
        subject.send(completion: .finished)
        let late = SubjectRecorder(asking: .none)
        share.subscribe(late)
        #expect(late.history == [.subscription("Multicast"), .completion(.finished)])
    }

    @Test func `a value or an end before the subscription is dropped`() {
        let publisher = SubjectUpstream<TestError>(nil)
        let recorder = SubjectRecorder(asking: .unlimited)
        publisher.share().subscribe(recorder)
        #expect(publisher.subscriber?.receive(1) == Subscribers.Demand.none)
        publisher.subscriber?.receive(completion: .finished)
        #expect(recorder.history == [.subscription("Multicast")])
    }

    @Test func `a share equals itself only`() {
        let subject = PassthroughSubject<Int, Never>()
        let share = subject.share()
        #expect(share == share)
        #expect(share != subject.share())
    }
}

@Suite struct SubjectSubscriberTests {
    @Test func `a subject can subscribe, and is let go with its subscription`() {
        let source = PassthroughSubject<Int, TestError>()
        let subject = PassthroughSubject<Int, TestError>()
        let recorder = SubjectRecorder(asking: .unlimited)
        subject.subscribe(recorder)
        let cancellable = source.subscribe(subject)
        source.send(1)
        cancellable.cancel()
        source.send(2)
        #expect(recorder.values == [1])
    }

    @Test func `a second subscription is cancelled, and the first shows itself as Subject`() throws {
        let first = RecordingSubscription()
        let second = RecordingSubscription()
        let publisher = SubjectUpstream<TestError>(first)
        let subject = PassthroughSubject<Int, TestError>()
        let cancellable = publisher.subscribe(subject)
        let subscriber = try #require(publisher.subscriber)
        subscriber.receive(subscription: second)
        #expect(first.history == [])
        #expect(second.history == [.cancelled])
        #expect(String(describing: subscriber) == "Subject")
        #expect(shown(subscriber) == ["downstreamSubject: some", "upstreamSubscription: some", "subject: some"])
        cancellable.cancel()
        #expect(first.history == [.cancelled])
        #expect(shown(subscriber) == ["downstreamSubject: nil", "upstreamSubscription: nil", "subject: nil"])
    }
}
