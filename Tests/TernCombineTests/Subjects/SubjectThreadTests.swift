import Dispatch
import TernCombine
import Testing

@Suite struct SubjectThreadTests {
    @Test(arguments: SubjectKind.allCases)
    func `values of many threads arrive one at a time, each thread's in its order`(_ kind: SubjectKind) {
        // The subject orders the threads; what a subscriber notes needs no lock of its own.
        nonisolated(unsafe) let subject = kind.make()
        let recorder = SubjectRecorder(asking: .unlimited)
        subject.subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for index in 0..<100 {
                let passer = SubjectRecorder(asking: .unlimited)
                subject.subscribe(passer)
                subject.send(1 + thread * 1_000 + index)
                subject.send(subscription: RecordingSubscription())
            }
        }
        let values = recorder.values.filter { $0 > 0 }.map { $0 - 1 }
        #expect(values.count == 400)
        for thread in 0..<4 {
            #expect(values.filter { $0 / 1_000 == thread }.map { $0 % 1_000 } == Array(0..<100))
        }
        subject.send(completion: .finished)
        #expect(recorder.history.last == .completion(.finished))
    }

    @Test func `a thread reads the value that it set`() {
        // Subjects may be sent to from any thread; Apple's aren't marked Sendable, and so neither are these.
        nonisolated(unsafe) let subjects = (0..<1_000).map { CurrentValueSubject<Int, Never>($0) }
        let sinks = subjects.map { $0.sink { _ in } }
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for subject in subjects {
                subject.value = -1
                #expect(subject.value == -1)
            }
        }
        withExtendedLifetime(sinks) {}
    }
}
