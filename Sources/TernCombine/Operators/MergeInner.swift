/// The subscription to any merge.
///
/// While downstream asks for a finite number, each side is asked for one value at a time, and a value that nobody wants
/// yet waits in its side's place. Once downstream asks for any number, so are the sides, and values pass through.
@usableFromInline final class MergeInner<Downstream: Subscriber>: Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let links: SideLinks
    @usableFromInline let demand = SharedDemand()
    @usableFromInline let gate = Gate<() -> Void>()

    // Touched by the gate's owner only, and never held across a call: a check of that for each access would cost as much
    // as all the rest.
    @exclusivity(unchecked) @usableFromInline var buffers: [Input?]
    @exclusivity(unchecked) @usableFromInline var waiting = IndexHeap()
    @exclusivity(unchecked) @usableFromInline var delivering = 0
    @exclusivity(unchecked) @usableFromInline var flushing = false
    /// Whether the sides were asked for any number.
    @exclusivity(unchecked) @usableFromInline var isUnlimited = false
    /// How many sides have not finished.
    @exclusivity(unchecked) @usableFromInline var unfinished: Int
    @exclusivity(unchecked) @usableFromInline var ended = false

    @inlinable init(count: Int, downstream: Downstream) {
        self.downstream = downstream
        links = SideLinks(count: count)
        buffers = Array(repeating: nil, count: count)
        unfinished = count
    }

    @usableFromInline var name: String { "Merge" }

    @inlinable @inline(__always) func attach<P: Publisher>(_ publisher: P, at index: Int)
    where P.Output == Input, P.Failure == Failure {
        publisher.subscribe(MergeSide(self, index))
    }

    @usableFromInline func receive(_ subscription: any Subscription, from index: Int) {
        if case .refused = links.connect(subscription, at: index) { return }
        subscription.request(demand.isUnlimited ? .unlimited : .max(1))
    }

    @inlinable func receive(_ value: Input, from index: Int) -> Subscribers.Demand {
        guard links.isOpen else { return .none }
        switch gate.enter({ [self] in acceptLate(value, from: index) }) {
        case .queued:
            return .none
        case .nested:
            return accept(value, from: index)
        case .outermost:
            let answer = accept(value, from: index)
            gate.drain { $0() }
            return answer
        }
    }

    @inlinable func accept(_ value: Input, from index: Int) -> Subscribers.Demand {
        // After a regular end links are still open: like Apple's, it passes on what a side sends that breaks the rules.
        guard links.isOpen else { return .none }
        if isUnlimited {
            return downstream.receive(value)
        }
        guard demand.takeOne() else {
            wait(value, at: index)
            return .none
        }
        deliver(value)
        flush()
        return .max(1)
    }

    /// Accepts a value that had to wait for another thread: there is nobody left to answer, so its side is asked.
    @usableFromInline func acceptLate(_ value: Input, from index: Int) {
        let answer = accept(value, from: index)
        if answer > 0 {
            links.subscription(at: index)?.request(answer)
        }
    }

    @inlinable func deliver(_ value: Input) {
        delivering += 1
        let more = downstream.receive(value)
        delivering -= 1
        demand.add(more)
    }

    @usableFromInline func wait(_ value: Input, at index: Int) {
        let released = buffers[index]
        buffers[index] = value
        if released == nil {
            waiting.insert(index)
        }
        withExtendedLifetime(released) {}
    }

    /// Sends what waits, as far as it is wanted, lowest side first, and lets its sides go on.
    @usableFromInline func flush() {
        guard delivering == 0, !flushing, !isUnlimited, !waiting.isEmpty || demand.isUnlimited || unfinished == 0
        else { return }
        flushing = true
        while !ended, !waiting.isEmpty, demand.takeOne() {
            var served: [Int] = []
            repeat {
                let index = waiting.removeLowest()
                if let value = buffers[index] {
                    buffers[index] = nil
                    served.append(index)
                    deliver(value)
                }
            } while links.isOpen && !waiting.isEmpty && demand.takeOne()
            guard links.isOpen else { break }
            if !demand.isUnlimited {
                for index in served {
                    links.subscription(at: index)?.request(.max(1))
                }
            }
        }
        flushing = false
        guard links.isOpen else { return }
        if unfinished == 0, waiting.isEmpty {
            finish()
        } else if demand.isUnlimited, !ended {
            isUnlimited = true
            links.request(.unlimited)
        }
    }

    @usableFromInline func receive(_ completion: Subscribers.Completion<Failure>, from index: Int) {
        gate.run({ [self] in accept(completion, from: index) }) { $0() }
    }

    @usableFromInline func accept(_ completion: Subscribers.Completion<Failure>, from index: Int) {
        guard links.isOpen, !ended else { return }
        if case .failure = completion {
            ended = true
            cancelSides(links.close())
            clear()
            downstream.receive(completion: completion)
            return
        }
        links.remove(at: index)
        unfinished -= 1
        if unfinished == 0, waiting.isEmpty {
            finish()
        }
    }

    @usableFromInline func finish() {
        guard !ended else { return }
        ended = true
        cancelSides(links.disconnect())
        downstream.receive(completion: .finished)
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        guard demand > 0 else { return }
        self.demand.add(demand)
        gate.run(flush) { $0() }
    }

    @usableFromInline func cancel() {
        cancelSides(links.close())
        gate.run(clear) { $0() }
    }

    @usableFromInline func cancelSides(_ subscriptions: [(any Subscription)?]?) {
        for subscription in subscriptions ?? [] {
            subscription?.cancel()
        }
    }

    @usableFromInline func clear() {
        let released = buffers
        buffers = Array(repeating: nil, count: buffers.count)
        waiting = IndexHeap()
        withExtendedLifetime(released) {}
    }
}

/// The subscriber of one upstream of a merge.
@usableFromInline struct MergeSide<Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let parent: MergeInner<Downstream>
    @usableFromInline let index: Int
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable init(_ parent: MergeInner<Downstream>, _ index: Int) {
        self.parent = parent
        self.index = index
    }

    @usableFromInline var name: String { "Merge" }
    @usableFromInline var children: [Mirror.Child] { [("parentSubscription", parent.combineIdentifier)] }

    @inlinable func receive(subscription: any Subscription) {
        parent.receive(subscription, from: index)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        parent.receive(input, from: index)
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        parent.receive(completion, from: index)
    }
}
