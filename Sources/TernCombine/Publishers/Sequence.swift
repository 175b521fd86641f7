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

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = SequenceInner(sequence, downstream: subscriber)
            if inner.isEmpty {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            } else {
                subscriber.receive(subscription: inner)
            }
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

@usableFromInline final class SequenceInner<Elements: Sequence, Downstream: Subscriber>: Subscription, Inner
where Downstream.Input == Elements.Element {
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
    @usableFromInline let open = Atomic<Bool>(true)
    @usableFromInline let state: Guarded<State>
    // One element ahead, so that the end follows the last one at once. Touched by the one that delivers only.
    @usableFromInline var iterator: Elements.Iterator
    @usableFromInline var next: Elements.Element?

    @inlinable init(_ sequence: Elements, downstream: Downstream) {
        self.sequence = sequence
        iterator = sequence.makeIterator()
        next = iterator.next()
        state = Guarded(State(downstream))
        loop = { $0.deliver(to: $1) }
    }

    @inlinable var isEmpty: Bool { next == nil }

    @usableFromInline var name: String { open.load(ordering: .relaxed) ? String(describing: sequence) : "Sequence" }
    @usableFromInline var children: [Mirror.Child] {
        [("sequence", open.load(ordering: .relaxed) ? Array(sequence) as Any : [Elements.Element]())]
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
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
                    downstream.receive(completion: .finished)
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
