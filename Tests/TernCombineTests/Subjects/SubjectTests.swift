import TernCombine
import Testing

/// Both kinds of subjects, for what they have in common.
enum SubjectKind: CaseIterable {
    case passthrough, currentValue

    func make() -> any Subject<Int, TestError> {
        switch self {
        case .passthrough: PassthroughSubject<Int, TestError>()
        case .currentValue: CurrentValueSubject<Int, TestError>(0)
        }
    }

    var name: String { self == .passthrough ? "PassthroughSubject" : "CurrentValueSubject" }
    /// What a subscriber that asks receives first.
    var first: [SubjectEvents<Int, TestError>] { self == .passthrough ? [] : [.value(0)] }
}

@Suite struct SubjectTests {
    @Test(arguments: SubjectKind.allCases)
    func `a subscriber receives as many values as it asked for, counting what it asks in answer`(_ kind: SubjectKind) {
        let subject = kind.make()
        let recorder = SubjectRecorder(
            onSubscription: { $0.request(.max(kind == .passthrough ? 2 : 3)) },
            onValue: { $0 == 2 ? .max(1) : .none })
        subject.subscribe(recorder)
        (1...5).forEach { subject.send($0) }
        #expect(recorder.values.filter { $0 != 0 } == [1, 2, 3])
        recorder.subscriptions[0].request(.max(2))
        subject.send(6)
        subject.send(7)
        subject.send(8)
        // A current value is made up for at the request.
        #expect(recorder.values.suffix(2) == (kind == .passthrough ? [6, 7] : [5, 6]))
    }

    @Test(arguments: SubjectKind.allCases)
    func `the end comes once, to those who asked for nothing as well, and nothing after it`(_ kind: SubjectKind) {
        let subject = kind.make()
        let recorder = SubjectRecorder(onCompletion: { [unowned subject] in
            subject.send(5)
            subject.send(completion: .failure(.oops))
        })
        subject.subscribe(recorder)
        subject.send(completion: .finished)
        subject.send(completion: .failure(.oops))
        subject.send(1)
        #expect(recorder.history == [.subscription(kind.name), .completion(.finished)])
        let late = SubjectRecorder()
        subject.subscribe(late)
        #expect(late.history == [.subscription("Empty"), .completion(.finished)])
    }

    @Test(arguments: SubjectKind.allCases)
    func `subscribers receive in the order of subscription, those who came meanwhile from the next value on`(
        _ kind: SubjectKind
    ) {
        let subject = kind.make()
        var order: [String] = []
        func subscribe(_ name: String, _ then: @escaping (Int) -> Void = { _ in }) -> SubjectRecorder {
            let recorder = SubjectRecorder(
                onSubscription: { $0.request(.unlimited) },
                onValue: { value in
                    order.append("\(name)\(value)")
                    then(value)
                    return .none
                })
            subject.subscribe(recorder)
            return recorder
        }
        var late: SubjectRecorder?
        let first = subscribe("a") { if $0 == 1 { late = subscribe("c") } }
        let second = subscribe("b")
        order = []
        subject.send(1)
        subject.send(2)
        let expected = ["a1"] + (kind == .currentValue ? ["c1"] : []) + ["b1", "a2", "b2", "c2"]
        #expect(order == expected)
        withExtendedLifetime((first, second, late)) {}
    }

    @Test(arguments: SubjectKind.allCases)
    func `who is cancelled during a delivery receives no more of it`(_ kind: SubjectKind) {
        let subject = kind.make()
        let second = SubjectRecorder(asking: .unlimited)
        let first = SubjectRecorder(
            onSubscription: { $0.request(.unlimited) },
            onValue: { value in
                if value == 1 { second.subscriptions[0].cancel() }
                return .none
            })
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        subject.send(2)
        #expect(first.values.filter { $0 > 0 } == [1, 2])
        #expect(second.history == [.subscription(kind.name)] + kind.first)
    }

    @Test(arguments: SubjectKind.allCases)
    func `a value sent during a delivery nests`(_ kind: SubjectKind) {
        let subject = kind.make()
        let first = SubjectRecorder(
            onSubscription: { $0.request(.unlimited) },
            onValue: { value in
                if value == 1 { subject.send(2) }
                return .none
            })
        let second = SubjectRecorder(asking: .unlimited)
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        #expect(second.values.filter { $0 > 0 } == [2, 1])
    }

    @Test(arguments: SubjectKind.allCases)
    func `an end sent during a delivery ends the subscriber that is being delivered to`(_ kind: SubjectKind) {
        let subject = kind.make()
        let recorder = SubjectRecorder(
            onSubscription: { $0.request(.unlimited) },
            onValue: { value in
                if value == 1 { subject.send(completion: .finished) }
                return .unlimited
            })
        let other = SubjectRecorder(asking: .unlimited)
        subject.subscribe(recorder)
        subject.subscribe(other)
        subject.send(1)
        #expect(recorder.history == [.subscription(kind.name)] + kind.first + [.value(1), .completion(.finished)])
        #expect(other.history == [.subscription(kind.name)] + kind.first + [.completion(.finished)])
    }

    @Test(arguments: SubjectKind.allCases)
    func `a subject that goes cancels its upstreams`(_ kind: SubjectKind) {
        let upstream = RecordingSubscription()
        do {
            let subject = kind.make()
            subject.send(subscription: upstream)
            subject.send(subscription: upstream)
        }
        #expect(upstream.history.suffix(2) == [.cancelled, .cancelled])
    }

    @Test(arguments: SubjectKind.allCases, [0, 1, 2])
    func `everything is let go at the end, though the subscriber keeps its subscription`(
        _ kind: SubjectKind, _ reason: Int
    ) {
        weak var weakSubject: AnyObject?
        weak var weakRecorder: SubjectRecorder?
        var subscription: (any Subscription)?
        do {
            let subject = kind.make()
            weakSubject = subject
            do {
                let recorder = SubjectRecorder()
                weakRecorder = recorder
                subject.subscribe(recorder)
                subscription = recorder.subscriptions[0]
            }
            #expect(weakRecorder != nil)
            switch reason {
            case 0: subscription?.cancel()
            case 1: subject.send(completion: .finished)
            default: subject.send(completion: .failure(.oops))
            }
            #expect(weakRecorder == nil)
        }
        #expect(weakSubject == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: SubjectKind.allCases)
    func `a subscriber that calls back in when it is let go finds an open door`(_ kind: SubjectKind) {
        let subject = kind.make()
        let other = SubjectRecorder(asking: .unlimited)
        subject.subscribe(other)
        var subscription: (any Subscription)?
        do {
            let recorder = SubjectRecorder(onDeinit: {
                subject.send(3)
                other.subscriptions[0].cancel()
            })
            subject.subscribe(recorder)
            subscription = recorder.subscriptions[0]
        }
        subscription?.cancel()
        subject.send(4)
        #expect(other.values.last == 3)
    }

    @Test(arguments: SubjectKind.allCases)
    func `a subscription shows itself as Apple's does`(_ kind: SubjectKind) throws {
        let subject = kind.make()
        let recorder = SubjectRecorder()
        subject.subscribe(recorder)
        let subscription = recorder.subscriptions[0]
        subscription.request(.max(12))
        subject.send(1)
        let left = kind == .passthrough ? "max(11)" : "max(10)"
        #expect(shown(subscription) == ["parent: some", "downstream: some", "demand: \(left)", "subject: some"])
        #expect(
            (subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription as? String == kind.name)
        subscription.cancel()
        subscription.cancel()
        subscription.request(.max(3))
        #expect(shown(subscription) == ["parent: nil", "downstream: nil", "demand: \(left)", "subject: nil"])
    }

    @Test func `asking for no value traps`() async {
        await #expect(processExitsWith: .failure) {
            PassthroughSubject<Int, TestError>().subscribe(SubjectRecorder(asking: .none))
        }
        await #expect(processExitsWith: .failure) {
            CurrentValueSubject<Int, TestError>(0).subscribe(SubjectRecorder(asking: .none))
        }
    }

    @Test func `ten thousand subscribers come and go in any order`() {
        let subject = PassthroughSubject<Int, Never>()
        var count = 0
        var sinks = (0..<10_000).map { _ in subject.sink { count += $0 } }
        subject.send(1)
        #expect(count == 10_000)
        for index in stride(from: 0, to: sinks.count, by: 2) { sinks[index].cancel() }
        subject.send(1)
        #expect(count == 15_000)
        sinks.reverse()
        sinks.removeAll()
        subject.send(1)
        #expect(count == 15_000)
    }
}

@Suite struct PassthroughSubjectTests {
    @Test func `an upstream is asked for any number of values once a subscriber has asked`() {
        let upstream = RecordingSubscription()
        let subject = PassthroughSubject<Int, TestError>()
        subject.send(subscription: upstream)
        #expect(upstream.history == [])
        let first = SubjectRecorder(asking: .max(1))
        subject.subscribe(first)
        subject.subscribe(SubjectRecorder(asking: .max(2)))
        #expect(upstream.history == [.requested(.unlimited)])
        let second = RecordingSubscription()
        subject.send(subscription: second)
        #expect(second.history == [.requested(.unlimited)])
    }
}

@Suite struct CurrentValueSubjectTests {
    @Test func `a subscriber that fell behind gets the value current at its request, once`() {
        let subject = CurrentValueSubject<Int, TestError>(0)
        let recorder = SubjectRecorder(asking: .max(1))
        subject.subscribe(recorder)
        #expect(recorder.values == [0])
        subject.send(1)
        subject.send(2)
        recorder.subscriptions[0].request(.max(1))
        recorder.subscriptions[0].request(.max(1))
        #expect(recorder.values == [0, 2])
        subject.value = 3
        #expect(recorder.values == [0, 2, 3])
    }

    @Test func `requests add up, and the current value is one of what they ask for`() {
        let subject = CurrentValueSubject<Int, TestError>(-1)
        let recorder = SubjectRecorder()
        subject.subscribe(recorder)
        for demand in [2, 3, 1] { recorder.subscriptions[0].request(.max(demand)) }
        (0..<10).forEach { subject.send($0) }
        #expect(recorder.values == [-1, 0, 1, 2, 3, 4])
    }

    @Test func `after the end the value can be set but not sent`() {
        let subject = CurrentValueSubject<Int, TestError>(0)
        subject.send(completion: .finished)
        subject.send(42)
        #expect(subject.value == 0)
        subject.value = 42
        #expect(subject.value == 42)
    }

    @Test func `an upstream is asked for any number of values at once`() {
        let upstream = RecordingSubscription()
        CurrentValueSubject<Int, TestError>(0).send(subscription: upstream)
        #expect(upstream.history == [.requested(.unlimited), .cancelled])
    }
}
