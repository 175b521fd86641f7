public import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes the events of many threads serial, without anybody waiting.
///
/// One thread at a time is the owner and delivers. On the owner's thread a re-entrant event nests at once; an event
/// from another thread is put in line, and the owner delivers it before it leaves. State that only the owner touches
/// needs no lock of its own. To come and go while nobody else is there costs one atomic exchange each.
@usableFromInline struct Gate<Event>: ~Copyable {
    @usableFromInline enum Entry {
        /// The caller is the owner now: it performs the event and then calls `leave()` until that returns nil.
        case outermost
        /// The caller's thread was the owner already: it performs the event.
        case nested
        /// The event is in line; the caller has nothing to do.
        case queued
    }

    // The owner's thread, 0 when there is none. The lowest bit, which a thread's identity leaves free, says that events
    // are in line; it is only ever set beside an owner, and changed under the lock of `waiting`.
    @usableFromInline let owner = Atomic<UInt>(0)
    @usableFromInline let waiting = Guarded<[Event]>([])

    @inlinable init() {}

    /// Whether events are in line.
    @inlinable var hasWaiting: Bool { owner.load(ordering: .relaxed) & 1 != 0 }

    /// Becomes the owner, or puts `event` in line.
    @inlinable func enter(_ event: @autoclosure () -> Event) -> Entry {
        let thread = currentThread()
        let seen = owner.load(ordering: .relaxed)
        if seen & ~1 == thread {
            return .nested
        }
        if seen == 0, owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
            return .outermost
        }
        let event = event()
        return waiting { enter(event, as: thread, waiting: &$0) }
    }

    /// Becomes the owner, or puts `event` in line. `prepare` runs at the same moment: under the lock, so that it must
    /// not call out; what it does is in the same order as the events.
    @inlinable func enter(_ event: @autoclosure () -> Event, prepare: () -> Void) -> Entry {
        let thread = currentThread()
        return waiting { waiting in
            prepare()
            if owner.load(ordering: .relaxed) & ~1 == thread {
                return .nested
            }
            return enter(event(), as: thread, waiting: &waiting)
        }
    }

    @inlinable func enter(_ event: @autoclosure () -> Event, as thread: UInt, waiting: inout [Event]) -> Entry {
        while true {
            let seen = owner.load(ordering: .relaxed)
            if seen == 0 {
                if owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
                    return .outermost
                }
            } else if owner.compareExchange(expected: seen, desired: seen | 1, ordering: .relaxed).exchanged {
                waiting.append(event())
                return .queued
            }
        }
    }

    /// Gives up ownership, or returns the events that came meanwhile: perform them, and call again.
    @inlinable func leave() -> [Event]? {
        let thread = currentThread()
        if owner.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged {
            return nil
        }
        return takeWaiting()
    }

    /// The events that are in line, for the owner, which stays the owner.
    @inlinable func takeWaiting() -> [Event] {
        waiting { waiting in
            owner.store(owner.load(ordering: .relaxed) & ~1, ordering: .relaxed)
            defer { waiting = [] }
            return waiting
        }
    }

    /// Performs an event when its turn comes: now, nested, or on the thread that is delivering.
    @inlinable func run(_ event: Event, perform: (Event) -> Void) {
        switch enter(event) {
        case .queued:
            return
        case .nested:
            perform(event)
        case .outermost:
            perform(event)
            drain(perform)
        }
    }

    /// Performs what came meanwhile, and gives up ownership.
    @inlinable func drain(_ perform: (Event) -> Void) {
        while let events = leave() {
            for event in events {
                perform(event)
            }
        }
    }
}

/// The running thread's identity: never 0, and even.
@usableFromInline func currentThread() -> UInt {
    UInt(pthread_self())
}
