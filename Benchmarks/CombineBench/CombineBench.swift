import CAllocations
import CLockPair
import Dispatch
import TernCombine

/// One pipeline's figures: time in units of an uncontended pthread mutex pair measured in the same run.
struct Row {
    let name: String
    let aim: Double
    let pairs: Double
    let nanoseconds: Double
    let allocations: Double
}

@main struct CombineBench {
    static func main() {
        // In a process that never had a second thread, glibc's mutex is cheaper than in any program that has a use for it.
        bareDispatch()
        let pair = median((0..<5).map { _ in Double(bench_lock_pairs(10_000_000)) / 1e7 })
        print("One lock/unlock pair of an uncontended pthread mutex: \(rounded(pair)) ns")
        print("| pipeline | pairs | aim | ns | allocations |\n|---|---|---|---|---|")
        for pipeline in pipelines {
            let row = measure(pipeline, pair: pair)
            print(
                "| \(row.name) | \(rounded(row.pairs)) | \(row.aim) | \(rounded(row.nanoseconds)) "
                    + "| \(rounded(row.allocations)) |")
        }
        let bare = median((0..<5).map { _ in time { bareDispatch() } })
        let received = median((0..<5).map { _ in time { receivedOnQueue() } })
        print("receive(on: serialQueue) against a bare queue.async: \(rounded(received / bare)) x (aim 1.3)")
    }

    static func measure(_ pipeline: Pipeline, pair: Double) -> Row {
        pipeline.run(pipeline.count / 100)
        var allocations = 0.0
        let nanoseconds = median(
            (0..<5).map { _ in
                let before = bench_usage_now().allocations
                let nanoseconds = time { pipeline.run(pipeline.count) } / Double(pipeline.count * pipeline.stages)
                allocations = Double(bench_usage_now().allocations - before) / Double(pipeline.count)
                return nanoseconds
            })
        return Row(
            name: pipeline.name, aim: pipeline.aim, pairs: nanoseconds / pair, nanoseconds: nanoseconds,
            allocations: allocations)
    }
}

struct Pipeline: Sendable {
    let name: String
    /// At most so many pairs per value, or per stage where there are several.
    let aim: Double
    let count: Int
    var stages = 1
    let run: @Sendable (Int) -> Void
}

let pipelines = [
    Pipeline(name: "erased sequence, map, filter, sink", aim: 1.5, count: 1_000_000) { count in
        var sum = 0
        _ = (0..<count).publisher.eraseToAnyPublisher().map { $0 &+ 1 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
        precondition(sum > 0)
    },
    Pipeline(name: "PassthroughSubject, sink", aim: 3, count: 1_000_000) { count in
        var sum = 0
        let subject = PassthroughSubject<Int, Never>()
        let held = subject.sink { sum &+= $0 }
        for value in 0..<count { subject.send(value) }
        withExtendedLifetime(held) { precondition(sum > 0) }
    },
    Pipeline(name: "PassthroughSubject, 10 sinks", aim: 12, count: 300_000) { count in
        var sum = 0
        let subject = PassthroughSubject<Int, Never>()
        let held = (0..<10).map { _ in subject.sink { sum &+= $0 } }
        for value in 0..<count { subject.send(value) }
        withExtendedLifetime(held) { precondition(sum > 0) }
    },
    Pipeline(name: "five flatMap { Just($0) }, per stage", aim: 8, count: 100_000, stages: 5) { count in
        var sum = 0
        _ = (0..<count).publisher
            .flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }
            .sink { sum &+= $0 }
        precondition(sum > 0)
    },
    Pipeline(name: "zip of two subjects, per value", aim: 8, count: 300_000, stages: 2) { count in
        var sum = 0
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let held = a.zip(b).sink { sum &+= $0 &+ $1 }
        for value in 0..<count {
            a.send(value)
            b.send(value)
        }
        withExtendedLifetime(held) { precondition(sum > 0) }
    },
    Pipeline(name: "combineLatest of two subjects, per value", aim: 8, count: 300_000, stages: 2) { count in
        var sum = 0
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let held = a.combineLatest(b).sink { sum &+= $0 &+ $1 }
        for value in 0..<count {
            a.send(value)
            b.send(value)
        }
        withExtendedLifetime(held) { precondition(sum > 0) }
    },
    Pipeline(name: "build subject, map, filter, sink; send; cancel", aim: 40, count: 100_000) { count in
        var sum = 0
        for value in 0..<count {
            let subject = PassthroughSubject<Int, Never>()
            let held = subject.map { $0 &+ 2 }.filter { $0 > 0 }.sink { sum &+= $0 }
            subject.send(value)
            held.cancel()
        }
        precondition(sum > 0)
    },
]

let dispatched = 200_000

func bareDispatch() {
    let queue = DispatchQueue(label: "bench")
    let done = DispatchSemaphore(value: 0)
    for value in 1...dispatched {
        queue.async { if value == dispatched { done.signal() } }
    }
    done.wait()
}

func receivedOnQueue() {
    let queue = DispatchQueue(label: "bench")
    let done = DispatchSemaphore(value: 0)
    let held = (1...dispatched).publisher.receive(on: queue).sink { if $0 == dispatched { done.signal() } }
    done.wait()
    withExtendedLifetime(held) {}
}

func time(_ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure(body).components
    return Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9
}

func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

func rounded(_ value: Double) -> Double {
    (value * 100).rounded() / 100
}
