/// What is sent into a subject, or asked of it, while it waits for its turn.
@usableFromInline enum SubjectEvent<Output, Failure: Error> {
    /// A value; its version counts a current value's changes and is 0 elsewhere.
    case value(Output, version: UInt)
    case completion(Subscribers.Completion<Failure>)
    case attach(Conduit<Output, Failure>)
    case request(Conduit<Output, Failure>, Subscribers.Demand)
    /// The conduit was closed, and is to be taken off the list.
    case retire(Conduit<Output, Failure>)
    case upstream(any Subscription)
    /// All subscribers are let go, without an end.
    case dismiss
}

/// What subjects have in common: the list of their subscribers, in the order of subscription, behind a gate.
///
/// A conduit that closes during a delivery stays in the list, and keeps its subscriber, until the outermost delivery is
/// over. So a delivery needs neither a copy of the list nor a hold on what it calls. A subscriber that comes during a
/// delivery is put after the point where that delivery ends.
@usableFromInline class SubjectCore<Output, Failure: Error> {
    @usableFromInline typealias Event = SubjectEvent<Output, Failure>

    @usableFromInline let name: String
    @usableFromInline let gate = Gate<Event>()

    // Touched by the gate's owner only, so the compiler's checks for exclusive access are left out.
    // The list holds a reference to each of its conduits.
    @exclusivity(unchecked) @usableFromInline final var first: Unmanaged<Conduit<Output, Failure>>?
    @exclusivity(unchecked) @usableFromInline final var last: Unmanaged<Conduit<Output, Failure>>?
    @exclusivity(unchecked) @usableFromInline final var retired: Unmanaged<Conduit<Output, Failure>>?
    /// How many calls of subscribers are under way, one in another.
    @exclusivity(unchecked) @usableFromInline final var depth = 0
    @exclusivity(unchecked) @usableFromInline final var hasEnded = false
    @exclusivity(unchecked) @usableFromInline final var upstreams: [any Subscription] = []
    /// Whether upstreams are asked for values: from the first request on, and at once where there is a current value.
    @exclusivity(unchecked) @usableFromInline final var isAsking: Bool
    @exclusivity(unchecked) final var completion: Held<Subscribers.Completion<Failure>>?

    @inlinable init(name: String, isAsking: Bool = false) {
        self.name = name
        self.isAsking = isAsking
    }

    /// What a request for `demand` adds. Traps for none.
    @usableFromInline func accept(_ demand: Subscribers.Demand) -> Subscribers.Demand {
        demand.requirePositive()
        return demand
    }

    /// What the mirror of a subscription shows.
    func children(subject: AnyObject?, downstream: Any?, demand: Subscribers.Demand) -> [Mirror.Child] {
        [
            ("parent", subject as Any), ("downstream", downstream as Any), ("demand", demand),
            ("subject", subject as Any),
        ]
    }

    /// Hands the current value, if the subject has one, to a conduit that has asked and not had it yet.
    @usableFromInline func replay(to conduit: Conduit<Output, Failure>) {}

    /// Offers a value to those that were there when the offer began.
    @inlinable final func deliver(_ value: Output) {
        guard let end = last else { return }
        depth += 1
        var position = first
        while let conduit = position {
            conduit._withUnsafeGuaranteedRef { $0.offer(value) }
            position = conduit.toOpaque() == end.toOpaque() ? nil : conduit._withUnsafeGuaranteedRef { $0.next }
        }
        depth -= 1
        if depth == 0, retired != nil {
            sweep()
        }
    }

    /// Offers a version of the current value. Who was replayed it, or a later one, doesn't get it again.
    @usableFromInline func deliver(_ value: Output, version: UInt) {
        deliver(value)
    }

    @inlinable final func send(_ value: Output) {
        run(.value(value, version: 0)) { deliver(value) }
    }

    /// Does `work`, which is what `perform` does for `event`, as soon as it is this event's turn. Only an event that
    /// must wait is made.
    @inlinable final func run(_ event: @autoclosure () -> Event, _ work: () -> Void) {
        follow(gate.enter(event()), work)
    }

    @inlinable final func follow(_ entry: Gate<Event>.Entry, _ work: () -> Void) {
        switch entry {
        case .queued:
            break
        case .nested:
            work()
        case .outermost:
            work()
            leave()
        }
    }

    /// Performs what came meanwhile, and gives up ownership of the gate.
    @inlinable final func leave() {
        if let events = gate.leave() {
            perform(events)
        }
    }

    @inline(never) @usableFromInline final func perform(_ events: [Event]) {
        events.forEach(perform)
        gate.drain(perform)
    }

    @usableFromInline final func perform(_ event: Event) {
        switch event {
        case .value(let value, let version):
            deliver(value, version: version)
        case .completion(let completion):
            complete(completion)
        case .attach(let conduit):
            attach(conduit) { conduit.attach(conduit) }
        case .request(let conduit, let demand):
            request(conduit, demand)
        case .retire(let conduit):
            retire(conduit)
        case .upstream(let subscription):
            add(subscription)
        case .dismiss:
            dismiss()
        }
    }

    @usableFromInline final func add(_ upstream: any Subscription) {
        upstreams.append(upstream)
        if isAsking {
            upstream.request(.unlimited)
        }
    }

    /// Puts a conduit at the end of the list, and has `greet` hand out the subscription; after the end, that comes at once.
    @inlinable final func attach(_ conduit: Conduit<Output, Failure>, _ greet: () -> Void) {
        if hasEnded {
            refuse(conduit)
            return
        }
        let added = Unmanaged.passRetained(conduit)
        conduit.previous = last
        if let last {
            last._withUnsafeGuaranteedRef { $0.next = added }
        } else {
            first = added
        }
        last = added
        calling(greet)
    }

    @usableFromInline final func refuse(_ conduit: Conduit<Output, Failure>) {
        guard let completion else { return }
        withExtendedLifetime(conduit.close()) {
            conduit.attach(Subscriptions.empty)
            conduit.end(completion.value)
            conduit.releaseDownstream()
        }
    }

    @usableFromInline final func request(_ conduit: Conduit<Output, Failure>, _ demand: Subscribers.Demand) {
        guard !conduit.isClosed else { return }
        conduit.demand += demand
        if !isAsking {
            isAsking = true
            for upstream in upstreams {
                upstream.request(.unlimited)
            }
        }
        replay(to: conduit)
    }

    @usableFromInline final func complete(_ completion: Subscribers.Completion<Failure>) {
        guard !hasEnded else { return }
        hasEnded = true
        self.completion = Held(completion)
        calling {
            forEach { conduit in
                withExtendedLifetime(conduit.close()) { subject in
                    guard subject != nil else { return }
                    conduit.end(completion)
                    retire(conduit)
                }
            }
        }
    }

    /// Calls `body` with those that are there now. To be called within `calling`.
    @inlinable final func forEach(_ body: (Conduit<Output, Failure>) -> Void) {
        guard let end = last?.toOpaque() else { return }
        var position = first
        while let conduit = position {
            body(conduit.takeUnretainedValue())
            position = conduit.toOpaque() == end ? nil : conduit._withUnsafeGuaranteedRef { $0.next }
        }
    }

    /// Calls subscribers; what closes meanwhile leaves the list at the end.
    @inlinable final func calling(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        if depth == 0, retired != nil {
            sweep()
        }
    }

    @usableFromInline final func retire(_ conduit: Conduit<Output, Failure>) {
        if depth == 0 {
            remove(conduit)
        } else {
            conduit.nextRetired = retired
            retired = .passUnretained(conduit)
        }
    }

    @usableFromInline final func sweep() {
        while let conduit = retired?.takeUnretainedValue() {
            retired = conduit.nextRetired
            remove(conduit)
        }
    }

    /// Takes a closed conduit off the list, and then lets its subscriber go, which may call back in.
    private func remove(_ conduit: Conduit<Output, Failure>) {
        let (previous, next) = (conduit.previous, conduit.next)
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.next = next }
        } else {
            first = next
        }
        if let next {
            next._withUnsafeGuaranteedRef { $0.previous = previous }
        } else {
            last = previous
        }
        conduit.releaseDownstream()
        Unmanaged.passUnretained(conduit).release()
    }

    /// Lets all subscribers go, without an end.
    final func dismiss() {
        calling {
            forEach { conduit in
                withExtendedLifetime(conduit.close()) { subject in
                    if subject != nil {
                        retire(conduit)
                    }
                }
            }
        }
    }

    /// Cancels the upstreams of a subject that goes.
    @usableFromInline final func cancelUpstreams() {
        for upstream in upstreams {
            upstream.cancel()
        }
    }
}
