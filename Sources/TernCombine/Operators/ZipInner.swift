public import Synchronization

/// The subscription to a zip.
///
/// Each side is asked for what downstream asks, and a value of each goes on as soon as there is one of each, whatever the
/// demand: it is upstream that keeps to it. What is asked during a delivery goes to the side that delivers as its
/// answer, and to the others as a request.
@usableFromInline final class ZipInner<Values: Sides, Downstream: Subscriber>: Subscription, SideParent, Inner
where Downstream.Input == Values.Output {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let values: Values
    @usableFromInline let downstream: Downstream
    @usableFromInline let links: SideLinks
    @usableFromInline let gate = Gate<() -> Void>()
    /// The thread that delivers, 0 while none does.
    @usableFromInline let deliverer = Atomic<UInt>(0)

    // Touched by the gate's owner only, and never held across a call: a check of that for each access would cost as much
    // as all the rest.
    @exclusivity(unchecked) @usableFromInline var started = false
    /// What was asked for during a delivery.
    @exclusivity(unchecked) @usableFromInline var pending = Subscribers.Demand.none
    /// A bit for each side that has ended.
    @exclusivity(unchecked) @usableFromInline var finished = 0
    /// An end that came before downstream had the subscription.
    @exclusivity(unchecked) @usableFromInline var early: Subscribers.Completion<Failure>?

    @inlinable init(_ values: Values, count: Int, downstream: Downstream) {
        self.values = values
        self.downstream = downstream
        links = SideLinks(count: count)
    }

    @usableFromInline var name: String { "Zip" }

    @usableFromInline func receive(_ subscription: any Subscription, from index: Int) {
        if case .last = links.connect(subscription, at: index) {
            gate.run(start) { $0() }
        }
    }

    /// Hands the subscription on, once no side is missing.
    @usableFromInline func start() {
        guard links.isOpen else { return }
        started = true
        deliver { $0.receive(subscription: self) }
        if let early {
            complete(early)
            return
        }
        let demand = takePending()
        if demand > 0 {
            links.request(demand)
        }
    }

    @inlinable func receive<Slot: SideSlot>(_ value: Slot.Element, for slot: Slot, from index: Int)
        -> Subscribers.Demand
    {
        guard links.isOpen else { return .none }
        switch gate.enter({ [self] in acceptLate(value, for: slot, from: index) }) {
        case .queued:
            return .none
        case .nested:
            return accept(value, for: slot, from: index)
        case .outermost:
            let demand = accept(value, for: slot, from: index)
            gate.drain { $0() }
            return demand
        }
    }

    @inlinable func accept<Slot: SideSlot>(_ value: Slot.Element, for slot: Slot, from index: Int)
        -> Subscribers.Demand
    {
        guard links.isOpen, early == nil else { return .none }
        slot.put(value)
        guard values.isComplete else { return .none }
        let output = values.take()
        let exhausted = values.hasEmpty(among: finished)
        var demand = deliver { $0.receive(output) }
        if exhausted {
            complete(.finished)
            return .none
        }
        demand += takePending()
        if demand > 0 {
            links.request(demand, except: index)
        }
        return demand
    }

    /// Accepts a value that had to wait for another thread: there is nobody left to answer, so its side is asked.
    @usableFromInline func acceptLate<Slot: SideSlot>(_ value: Slot.Element, for slot: Slot, from index: Int) {
        let demand = accept(value, for: slot, from: index)
        if demand > 0 {
            links.subscription(at: index)?.request(demand)
        }
    }

    @inlinable func deliver<Result>(_ body: (Downstream) -> Result) -> Result {
        let outer = deliverer.load(ordering: .relaxed)
        deliverer.store(currentThread(), ordering: .relaxed)
        defer { deliverer.store(outer, ordering: .relaxed) }
        return body(downstream)
    }

    @inlinable func takePending() -> Subscribers.Demand {
        defer { pending = .none }
        return pending
    }

    @usableFromInline func receive(_ completion: Subscribers.Completion<Failure>, from index: Int) {
        gate.run({ [self] in accept(completion, from: index) }) { $0() }
    }

    @usableFromInline func accept(_ completion: Subscribers.Completion<Failure>, from index: Int) {
        guard links.isOpen, early == nil else { return }
        if case .finished = completion {
            finished |= 1 << index
            guard values.hasEmpty(among: finished) else { return }
        }
        complete(completion)
    }

    @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
        guard started else {
            early = completion
            return
        }
        guard let subscriptions = links.close() else { return }
        values.clear()
        for (index, subscription) in subscriptions.enumerated() where finished & 1 << index == 0 {
            subscription?.cancel()
        }
        downstream.receive(completion: completion)
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        if deliverer.load(ordering: .relaxed) == currentThread() {
            pending += demand
        } else {
            links.request(demand)
        }
    }

    @usableFromInline func cancel() {
        guard let subscriptions = links.close() else { return }
        for subscription in subscriptions {
            subscription?.cancel()
        }
        gate.run(values.clear) { $0() }
    }
}

/// Values in the order in which they came: the first in place, others behind it in a queue, which is seldom needed.
@usableFromInline final class ZipSlot<Element>: SideSlot {
    // Unchecked, as in the subscription.
    @exclusivity(unchecked) @usableFromInline var first: Element?
    @exclusivity(unchecked) @usableFromInline var queue = Queue<Element>()

    @inlinable init() {}

    @inlinable var isEmpty: Bool { first == nil }

    @inlinable func put(_ element: Element) {
        if first == nil {
            first = element
        } else {
            queue.append(element)
        }
    }

    @inlinable func take() -> Element {
        guard let taken = first else { preconditionFailure("an empty side was asked for a value") }
        first = queue.popFirst()
        return taken
    }

    @usableFromInline var held: Any? { first }

    @usableFromInline func clear() {
        let released = (first, queue)
        first = nil
        queue = Queue()
        withExtendedLifetime(released) {}
    }
}

extension Sides {
    @usableFromInline func clear() {
        for slot in slots {
            slot.clear()
        }
    }
}
