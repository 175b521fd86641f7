import Foundation
import TernCombine
import Testing

/// What holds for every operator. What is an operator's own is in its family's tests.
@Suite struct OperatorChecks {
    @Test func `every operator is checked here`() throws {
        let names = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "combine-api.txt"),
            encoding: .utf8)
        let declared = Set(
            names.matches(of: /(?m)^Publishers\.(\w+)  \[/).map { String($0.output.1) })
        #expect(declared.count > 70)
        #expect(Set(operations.map(\.name)).union(notOperations) == declared)
    }

    @Test(arguments: operations)
    func `downstream is handed one subscription, at once, and a second one is cancelled`(operation: Operation) {
        let (upstream, downstream) = attached(operation)
        #expect(downstream.events.first == .subscription)
        upstream.subscribe()
        #expect(downstream.events.count { $0 == .subscription } == 1)
        #expect(upstream.subscriptions[1].cancellations == 1)
        #expect(upstream.subscriptions[0].cancellations == 0)
    }

    @Test(arguments: operations)
    func `nothing is asked of upstream that downstream didn't ask for, and what is asked is more than nothing`(
        operation: Operation
    ) {
        let (upstream, _) = attached(operation)
        #expect(!upstream.subscriptions[0].requests.isEmpty)
        #expect(upstream.subscriptions[0].requests.allSatisfy { $0 > 0 })
    }

    @Test(arguments: operations)
    func `a cancel reaches upstream once, and nothing is delivered afterwards`(operation: Operation) throws {
        let (upstream, downstream) = attached(operation)
        let subscription = try #require(downstream.subscription)
        subscription.cancel()
        subscription.cancel()
        let cancellations = upstream.subscriptions[0].cancellations
        #expect(operation.handsThrough ? cancellations == 2 : cancellations == 1)
        if operation.handsThrough || operation.trusts { return }
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(downstream.values == 0)
        #expect(downstream.ends == 0)
        subscription.request(.max(1))
        #expect(downstream.values == 0)
    }

    @Test(arguments: operations)
    func `the stream ends once, however often upstream ends`(operation: Operation) {
        if operation.handsThrough || operation.trusts { return }
        let (upstream, downstream) = attached(operation)
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(completion: .finished)
        upstream.send(2)
        #expect(downstream.ends <= 1)
        #expect(downstream.events.lastIndex(of: .value) ?? 0 < downstream.events.firstIndex(of: .finished) ?? .max)
    }

    @Test(arguments: operations)
    func `a value before a subscription goes where Apple's lets it go`(operation: Operation) {
        if operation.handsThrough || operation.trapsEarly { return }
        let (upstream, downstream) = attached(operation, upstream: ManualPublisher(subscribes: false))
        upstream.send(1)
        #expect(downstream.values == (operation.passesEarly ? 1 : 0))
    }

    @Test(arguments: operations)
    func `a downstream may ask, cancel and cause values from within a value`(operation: Operation) {
        let (upstream, downstream) = attached(operation)
        downstream.onValue = { downstream in
            guard downstream.values < 3 else { return downstream.subscription!.cancel() }
            downstream.subscription?.request(.max(1))
            upstream.send(downstream.values + 1)
        }
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(downstream.ends <= 1)
    }

    @Test(arguments: operations)
    func `nothing is held once the stream was cancelled and everybody let go`(operation: Operation) {
        let life = Life()
        do {
            let (upstream, downstream) = attached(operation, life: life)
            #expect(life.count == 1)
            upstream.send(1)
            downstream.subscription?.cancel()
            downstream.subscription = nil
            upstream.release()
        }
        #expect(life.count == 0)
    }

    @Test(arguments: operations)
    func `nothing is held once the stream ended and everybody let go`(operation: Operation) {
        let life = Life()
        do {
            let (upstream, downstream) = attached(operation, life: life)
            upstream.send(1)
            upstream.send(completion: .finished)
            downstream.subscription = nil
            upstream.release()
        }
        #expect(life.count == 0)
    }

    private func attached(
        _ operation: Operation, upstream: ManualPublisher = ManualPublisher(), life: Life = Life()
    ) -> (ManualPublisher, Downstream) {
        let downstream = Downstream()
        operation.attach(upstream, downstream, life)
        return (upstream, downstream)
    }
}
