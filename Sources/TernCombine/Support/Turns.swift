/// Events that a scheduler was asked to deliver, one a turn.
///
/// A turn takes the event that has waited longest, not one of its own: a scheduler that runs turns at the same time or in
/// any order, as a concurrent queue does, changes neither the events' order nor that they come one after the other.
@usableFromInline struct Turns<Event>: ~Copyable {
    @usableFromInline let waiting = Guarded(Queue<Event>())
    @usableFromInline let gate = Gate<Void>()

    @inlinable init() {}

    /// Puts an event in line. A turn must follow.
    @inlinable func append(_ event: Event) {
        waiting { $0.append(event) }
    }

    /// Puts an event in place of all that wait.
    @inlinable func replaceAll(with event: Event) {
        var line = Queue<Event>()
        line.append(event)
        waiting { swap(&$0, &line) }
    }

    /// One turn.
    @inlinable func take(_ perform: (Event) -> Void) {
        gate.run(()) {
            if let event = waiting({ $0.popFirst() }) {
                perform(event)
            }
        }
    }
}

/// What a subscriber is told after its subscription.
@usableFromInline enum Event<Input, Failure: Error> {
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
}
