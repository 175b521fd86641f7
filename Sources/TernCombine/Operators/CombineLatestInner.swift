/// The subscription to a combineLatest.
///
/// Each side is asked for what downstream asks. A combination that nobody asked for, or that is made inside the
/// delivery of another, isn't sent; its values are still the latest of their sides. What downstream answers to a value
/// allows for more combinations but asks the sides for nothing, as with Apple's.
@usableFromInline final class CombineLatestInner<Values: Sides, Downstream: Subscriber>: Subscription, SideParent, Inner
where Downstream.Input == Values.Output {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let values: Values
    @usableFromInline let downstream: Downstream
    @usableFromInline let links: SideLinks
    @usableFromInline let demand = SharedDemand()
    /// All that was asked for: what a side is asked for that comes late.
    @usableFromInline let requested = SharedDemand()
    @usableFromInline let gate = Gate<() -> Void>()

    // Touched by the gate's owner only, and never held across a call: a check of that for each access would cost as much
    // as all the rest.
    @exclusivity(unchecked) @usableFromInline var started = false
    @exclusivity(unchecked) @usableFromInline var delivering = false
    /// How many sides have not finished.
    @exclusivity(unchecked) @usableFromInline var unfinished: Int
    /// An end that came before downstream had the subscription.
    @exclusivity(unchecked) @usableFromInline var early: Subscribers.Completion<Failure>?

    @inlinable init(_ values: Values, count: Int, downstream: Downstream) {
        self.values = values
        self.downstream = downstream
        links = SideLinks(count: count)
        unfinished = count
    }

    @usableFromInline var name: String { "CombineLatest" }
    @usableFromInline var children: [Mirror.Child] {
        return [
            ("downstream", downstream), ("upstreamSubscriptions", links.subscriptions), ("demand", demand.current),
            ("buffers", buffers),
        ]
    }

    /// The latest values, unless another thread is delivering.
    @usableFromInline var buffers: [Any?] {
        let entry = gate.enter({})
        if case .queued = entry { return [] }
        let held = values.slots.map(\.held)
        if case .outermost = entry {
            gate.drain { $0() }
        }
        return held
    }

    @usableFromInline func receive(_ subscription: any Subscription, from index: Int) {
        if case .refused = links.connect(subscription, at: index) { return }
        let requested = requested.current
        if requested > 0 {
            subscription.request(requested)
        }
    }

    /// Hands the subscription on, once all upstreams are subscribed to.
    @usableFromInline func start() {
        gate.run({ [self] in
            started = true
            downstream.receive(subscription: self)
            if let early {
                complete(early, from: nil)
            }
        }) { $0() }
    }

    @inlinable func receive<Slot: SideSlot>(_ value: Slot.Element, for slot: Slot, from index: Int)
        -> Subscribers.Demand
    {
        guard links.isOpen else { return .none }
        switch gate.enter({ [self] in accept(value, for: slot) }) {
        case .queued:
            break
        case .nested:
            accept(value, for: slot)
        case .outermost:
            accept(value, for: slot)
            gate.drain { $0() }
        }
        return .none
    }

    @inlinable func accept<Slot: SideSlot>(_ value: Slot.Element, for slot: Slot) {
        guard links.isOpen else { return }
        slot.put(value)
        guard !delivering, values.isComplete, demand.takeOne() else { return }
        delivering = true
        let more = downstream.receive(values.take())
        delivering = false
        demand.add(more)
    }

    @usableFromInline func receive(_ completion: Subscribers.Completion<Failure>, from index: Int) {
        gate.run({ [self] in accept(completion, from: index) }) { $0() }
    }

    @usableFromInline func accept(_ completion: Subscribers.Completion<Failure>, from index: Int) {
        guard links.isOpen, early == nil else { return }
        if case .finished = completion {
            links.remove(at: index)
            unfinished -= 1
            guard unfinished == 0 else { return }
        }
        complete(completion, from: index)
    }

    @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>, from side: Int?) {
        guard started else {
            if let side {
                links.remove(at: side)
            }
            early = completion
            return
        }
        guard let subscriptions = links.close() else { return }
        values.clear()
        for (index, subscription) in subscriptions.enumerated() where index != side {
            subscription?.cancel()
        }
        downstream.receive(completion: completion)
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        self.demand.add(demand)
        requested.add(demand)
        links.request(demand)
    }

    @usableFromInline func cancel() {
        guard let subscriptions = links.close() else { return }
        for subscription in subscriptions {
            subscription?.cancel()
        }
        gate.run(values.clear) { $0() }
    }
}

/// The latest value of a side, which stays there when it is combined.
@usableFromInline final class LatestSlot<Element>: SideSlot {
    // Unchecked, as in the subscription.
    @exclusivity(unchecked) @usableFromInline var latest: Element?

    @inlinable init() {}

    @inlinable var isEmpty: Bool { latest == nil }

    @inlinable func put(_ element: Element) {
        let released = latest
        latest = element
        withExtendedLifetime(released) {}
    }

    @inlinable func take() -> Element {
        guard let latest else { preconditionFailure("an empty side was asked for a value") }
        return latest
    }

    @usableFromInline var held: Any? { latest }

    @usableFromInline func clear() {
        let released = latest
        latest = nil
        withExtendedLifetime(released) {}
    }
}
