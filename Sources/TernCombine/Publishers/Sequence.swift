public import Synchronization

extension Publishers {
    /// A publisher of the elements of a sequence, and then the end.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        public typealias Output = Elements.Element

        /// What is published, each time from its beginning.
        public let sequence: Elements

        @inlinable public init(sequence: Elements) {
            self.sequence = sequence
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            SequenceInner(sequence, completion: .finished, kind: .sequence, downstream: subscriber).start()
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
    /// A publisher of the elements, and then the end.
    @inlinable public var publisher: Publishers.Sequence<Self, Never> {
        Publishers.Sequence(sequence: self)
    }
}

/// The subscription to a sequence of values that are there already, of `Publishers.Sequence` and `Record`.
@usableFromInline final class SequenceInner<Elements: Sequence, Downstream: Subscriber>: Subscription, Inner
where Downstream.Input == Elements.Element {
    /// Whose subscription it is, which shows in how it describes itself.
    @usableFromInline enum Kind {
        case sequence, record
    }

    @usableFromInline struct State {
        @usableFromInline var downstream: Downstream?
        @usableFromInline var pending = Subscribers.Demand.none
        @usableFromInline var delivering = false

        @inlinable init(_ downstream: Downstream) {
            self.downstream = downstream
        }
    }

    // Made where the types are known, so that the loop is compiled for them though `request` is called through a protocol.
    @usableFromInline let loop: (SequenceInner, Downstream) -> Void
    @usableFromInline let sequence: Elements
    @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>
    @usableFromInline let kind: Kind
    @usableFromInline let open = Atomic<Bool>(true)
    @usableFromInline let state: Guarded<State>
    // One element ahead, so that the end follows the last one at once. Touched by the one that delivers only.
    @usableFromInline var iterator: Elements.Iterator
    @usableFromInline var next: Elements.Element?

    @inlinable init(
        _ sequence: Elements, completion: Subscribers.Completion<Downstream.Failure>, kind: Kind, downstream: Downstream
    ) {
        self.sequence = sequence
        self.completion = completion
        self.kind = kind
        iterator = sequence.makeIterator()
        next = iterator.next()
        state = Guarded(State(downstream))
        loop = { $0.deliver(to: $1) }
    }

    @usableFromInline var name: String {
        if open.load(ordering: .relaxed) { return String(describing: sequence) }
        return kind == .sequence ? "Sequence" : "Cancelled Events"
    }

    @usableFromInline var children: [Mirror.Child] {
        let elements: Any = open.load(ordering: .relaxed) ? sequence : [Elements.Element]()
        return kind == .sequence
            ? [("sequence", elements)] : [("sequence", elements), ("completion", completion)]
    }

    /// Hands the downstream its subscription; or, with no value to wait for, the end at once.
    @inlinable func start() {
        guard let downstream = state({ $0.downstream }) else { return }
        if next == nil {
            downstream.receive(subscription: Subscriptions.empty)
            downstream.receive(completion: completion)
        } else {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        // A demand of none is allowed here, as in Apple's.
        let turn = state { state -> Downstream? in
            state.pending += demand
            guard !state.delivering, let downstream = state.downstream else { return nil }
            state.delivering = true
            return downstream
        }
        if let turn {
            loop(self, turn)
        }
    }

    @inlinable func deliver(to downstream: Downstream) {
        var iterator = self.iterator
        var next = self.next
        while let demand = takeDemand() {
            var left = demand
            while left > 0, let element = next {
                guard open.load(ordering: .relaxed) else { return }
                next = iterator.next()
                left -= 1
                left += downstream.receive(element)
            }
            if next == nil {
                if open.exchange(false, ordering: .relaxed) {
                    state { $0.downstream = nil }
                    downstream.receive(completion: completion)
                }
                return
            }
            self.iterator = iterator
            self.next = next
        }
    }

    /// What was asked for since the last look; nil, and the turn is over, when nothing was.
    @inlinable func takeDemand() -> Subscribers.Demand? {
        state { state in
            guard state.pending > 0 else {
                state.delivering = false
                return nil
            }
            defer { state.pending = .none }
            return state.pending
        }
    }

    @inlinable func cancel() {
        open.store(false, ordering: .relaxed)
        let released = state { state in
            defer { state.downstream = nil }
            return state.downstream
        }
        withExtendedLifetime(released) {}
    }
}
