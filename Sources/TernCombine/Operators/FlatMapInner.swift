public import Synchronization

/// Upstream's subscriber, and downstream's subscription. All that is not atomic belongs to the gate's owner. No access to
/// it lasts across a call of anything, so that checking accesses for overlap could only cost time.
@usableFromInline
final class FlatMapInner<Child: Publisher, Input, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Side = FlatMapSide<Child, Input, Downstream>

    @usableFromInline enum Event {
        case child(Child)
        case completion(Subscribers.Completion<Failure>)
        case request(Subscribers.Demand)
        case cancel
        case sideSubscription(Side, any Subscription)
        case sideValue(Side, Child.Output)
        case sideCompletion(Side, Subscribers.Completion<Failure>)
    }

    @usableFromInline let maxPublishers: Subscribers.Demand
    @usableFromInline let transform: (Input) -> Child
    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let gate = Gate<Event>()
    /// Nothing goes downstream any more.
    @usableFromInline let closed = Atomic<Bool>(false)

    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    @exclusivity(unchecked) @usableFromInline var buffer = Queue<(side: Side?, value: Child.Output)>()
    /// How many of downstream's `receive(_:)` are under way, one within the other.
    @exclusivity(unchecked) @usableFromInline var delivering = 0
    /// How many values that came without a subscription are under way.
    @exclusivity(unchecked) @usableFromInline var immediate = 0
    @exclusivity(unchecked) @usableFromInline var flushing = false
    @exclusivity(unchecked) @usableFromInline var upstreamFinished = false
    @exclusivity(unchecked) @usableFromInline var ended = false
    @exclusivity(unchecked) @usableFromInline var failing = false
    /// The sides that have not ended, each at its `slot`, and the slots that are free.
    @exclusivity(unchecked) @usableFromInline var sides: [Side?] = []
    @exclusivity(unchecked) @usableFromInline var freeSlots: [Int] = []
    /// Events of other threads that were taken from the gate.
    @exclusivity(unchecked) @usableFromInline var line = Queue<Event>()

    @inlinable init(
        _ maxPublishers: Subscribers.Demand, _ transform: @escaping (Input) -> Child, downstream: Downstream
    ) {
        self.maxPublishers = maxPublishers
        self.transform = transform
        self.downstream = downstream
    }

    @usableFromInline var name: String { "FlatMap" }

    // MARK: Events from outside

    @inlinable func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            subscription.request(maxPublishers)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream.isOpen else { return .none }
        let child = transform(input)
        switch gate.enter(.child(child)) {
        case .outermost:
            start(child)
            drain()
        case .nested:
            start(child)
            performWaiting()
        case .queued:
            break
        }
        return .none
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        run(.completion(completion))
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        run(.request(demand))
    }

    @inlinable func cancel() {
        closed.store(true, ordering: .relaxed)
        run(.cancel)
    }

    @inlinable func receive(_ subscription: any Subscription, from side: Side) {
        switch gate.enter(.sideSubscription(side, subscription)) {
        case .outermost:
            connect(side, to: subscription)
            drain()
        case .nested:
            connect(side, to: subscription)
        case .queued:
            break
        }
    }

    @inlinable func receive(_ value: Child.Output, from side: Side) -> Subscribers.Demand {
        switch gate.enter(.sideValue(side, value)) {
        case .outermost:
            let more = deliver(value, from: side)
            drain()
            return more
        case .nested:
            let more = deliver(value, from: side)
            performWaiting()
            return more
        case .queued:
            return .none
        }
    }

    @inlinable func receive(_ completion: Subscribers.Completion<Failure>, from side: Side) {
        switch gate.enter(.sideCompletion(side, completion)) {
        case .outermost:
            complete(side, with: completion)
            drain()
        case .nested:
            complete(side, with: completion)
        case .queued:
            break
        }
    }

    // MARK: The gate

    @inlinable func run(_ event: Event) {
        switch gate.enter(event) {
        case .outermost:
            perform(event)
            drain()
        case .nested:
            perform(event)
        case .queued:
            break
        }
    }

    @inlinable func drain() {
        while let events = gate.leave() {
            line.append(contentsOf: events)
            performLine()
        }
    }

    /// Lets other threads' events have their turn between those of a long synchronous stretch of this one's.
    @inlinable func performWaiting() {
        if gate.hasWaiting, delivering == 0 {
            line.append(contentsOf: gate.takeWaiting())
            performLine()
        }
    }

    @inlinable func performLine() {
        while let event = line.popFirst() {
            perform(event)
        }
    }

    @inlinable func perform(_ event: Event) {
        switch event {
        case .child(let child):
            start(child)
        case .completion(let completion):
            complete(completion)
        case .request(let demand):
            guard !closed.load(ordering: .relaxed) else { return }
            grant(demand)
        case .cancel:
            cancelSides()
            upstream.cancel()
        case .sideSubscription(let side, let subscription):
            connect(side, to: subscription)
        case .sideValue(let side, let value):
            let more = deliver(value, from: side)
            if more > 0 {
                side.subscription?.request(more)
            }
        case .sideCompletion(let side, let completion):
            complete(side, with: completion)
        }
    }

    // MARK: What the owner does

    @inlinable func start(_ child: Child) {
        guard !ended, !closed.load(ordering: .relaxed) else { return }
        if Child.self == Just<Child.Output>.self {
            // Nobody can tell whether one value that is there already came by way of a subscription; it's much dearer.
            // The cast is to the very type that it was just compared with.
            deliverAtOnce(unsafeBitCast(child, to: Just<Child.Output>.self).output)
            return
        }
        let side = Side(self)
        if let slot = freeSlots.popLast() {
            side.slot = slot
            sides[slot] = side
        } else {
            side.slot = sides.count
            sides.append(side)
        }
        child.subscribe(side)
    }

    @inlinable func deliverAtOnce(_ value: Child.Output) {
        immediate += 1
        _ = deliver(value, from: nil)
        immediate -= 1
        finishOrContinue()
    }

    @inlinable func connect(_ side: Side, to subscription: any Subscription) {
        guard side.slot >= 0, side.subscription == nil, !closed.load(ordering: .relaxed) else {
            subscription.cancel()
            return
        }
        side.subscription = subscription
        side.askedForAll = demand == .unlimited
        subscription.request(side.askedForAll ? .unlimited : .max(1))
    }

    @inlinable func deliver(_ value: Child.Output, from side: Side?) -> Subscribers.Demand {
        guard !closed.load(ordering: .relaxed) else { return .none }
        guard demand == .unlimited, buffer.isEmpty else {
            return deliverOrKeep(value, from: side)
        }
        delivering += 1
        _ = downstream.receive(value)
        delivering -= 1
        return .none
    }

    @inlinable @inline(never) func deliverOrKeep(_ value: Child.Output, from side: Side?) -> Subscribers.Demand {
        guard demand > 0, buffer.isEmpty else {
            buffer.append((side, value))
            return .none
        }
        demand -= 1
        grant(send(value))
        return side?.askedForAll == true ? .none : .max(1)
    }

    @inlinable func send(_ value: Child.Output) -> Subscribers.Demand {
        delivering += 1
        defer { delivering -= 1 }
        return downstream.receive(value)
    }

    @inlinable func grant(_ more: Subscribers.Demand) {
        demand += more
        // Asked from within a delivery: that one goes on when it is done, so the stack doesn't grow.
        if delivering == 0, !flushing {
            flush()
        }
    }

    /// Hands out what waits, as far as downstream wants it.
    @inlinable func flush() {
        guard !buffer.isEmpty || demand == .unlimited else { return }
        flushing = true
        while demand > 0, !closed.load(ordering: .relaxed), let (side, value) = buffer.popFirst() {
            demand -= 1
            demand += send(value)
            if demand != .unlimited {
                side?.subscription?.request(.max(1))
            }
        }
        if demand == .unlimited {
            for case let side? in sides where !side.askedForAll {
                side.askedForAll = true
                side.subscription?.request(.unlimited)
            }
        }
        flushing = false
        finishIfDone()
    }

    @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
            precondition(!failing, "upstream failed while its failure was being handled")
            fail(completion, from: nil)
        } else if !ended {
            upstreamFinished = true
            withExtendedLifetime(upstream.close()) {}
            finishIfDone()
        }
    }

    @inlinable func complete(_ side: Side, with completion: Subscribers.Completion<Failure>) {
        guard case .finished = completion else {
            fail(completion, from: side)
            return
        }
        guard !closed.load(ordering: .relaxed) else { return }
        if side.slot >= 0 {
            sides[side.slot] = nil
            freeSlots.append(side.slot)
            side.slot = -1
        }
        side.subscription = nil
        finishOrContinue()
    }

    @inlinable func finishOrContinue() {
        if upstreamFinished {
            finishIfDone()
        }
        if maxPublishers != .unlimited, !closed.load(ordering: .relaxed) {
            upstream.subscription?.request(.max(1))
        }
    }

    @inlinable func finishIfDone() {
        guard upstreamFinished, immediate == 0, sides.count == freeSlots.count, buffer.isEmpty, !ended,
            !closed.load(ordering: .relaxed)
        else { return }
        ended = true
        closed.store(true, ordering: .relaxed)
        downstream.receive(completion: .finished)
    }

    /// Ends everything but upstream, which Apple's lets run on when one of the new publishers fails.
    @inlinable @inline(never) func fail(_ completion: Subscribers.Completion<Failure>, from side: Side?) {
        guard !ended, !closed.load(ordering: .relaxed) else { return }
        ended = true
        withExtendedLifetime(upstream.close()) {}
        side?.subscription = nil
        failing = true
        cancelSides()
        failing = false
        if !closed.load(ordering: .relaxed) {
            downstream.receive(completion: completion)
        }
        closed.store(true, ordering: .relaxed)
    }

    @inlinable @inline(never) func cancelSides() {
        let ended = sides
        sides = []
        freeSlots = []
        buffer = Queue()
        for case let side? in ended {
            side.slot = -1
            side.subscription.take()?.cancel()
        }
    }
}

/// The subscriber of one of the new publishers. What it holds belongs to its parent's gate's owner.
@usableFromInline final class FlatMapSide<Child: Publisher, Input, Downstream: Subscriber>: Subscriber, Inner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
    @usableFromInline let parent: FlatMapInner<Child, Input, Downstream>
    @exclusivity(unchecked) @usableFromInline var subscription: (any Subscription)?
    /// Its place among its parent's, -1 when it has none any more.
    @exclusivity(unchecked) @usableFromInline var slot = -1
    @exclusivity(unchecked) @usableFromInline var askedForAll = false

    @inlinable init(_ parent: FlatMapInner<Child, Input, Downstream>) {
        self.parent = parent
    }

    @usableFromInline var name: String { "FlatMap" }
    @usableFromInline var children: [Mirror.Child] { [("parentSubscription", parent.combineIdentifier)] }

    @inlinable func receive(subscription: any Subscription) {
        parent.receive(subscription, from: self)
    }

    @inlinable func receive(_ value: Child.Output) -> Subscribers.Demand {
        parent.receive(value, from: self)
    }

    @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        parent.receive(completion, from: self)
    }
}
