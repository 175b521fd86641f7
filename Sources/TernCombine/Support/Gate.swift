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
/// needs no lock of its own.
@usableFromInline struct Gate<Event>: ~Copyable {
    @usableFromInline enum Entry {
        /// The caller is the owner now: it performs the event and then calls `leave()` until that returns nil.
        case outermost
        /// The caller's thread was the owner already: it performs the event.
        case nested
        /// The event is in line; the caller has nothing to do.
        case queued
    }

    // The owner's thread, 0 when there is none. Its lowest bit, which no thread's identity uses, says that events wait;
    // it is set and cleared under the lock of `waiting` only, so that an owner which finds it clear may just leave.
    @usableFromInline let owner = Atomic<UInt>(0)
    @usableFromInline let waiting = Guarded<WaitingEvents?>(nil)

    @inlinable init() {}

    /// Becomes the owner, or puts `event` in line. Nobody else at the gate costs one atomic exchange.
    @inlinable func enter(_ event: @autoclosure () -> Event) -> Entry {
        let thread = currentThread()
        let (free, found) = owner.compareExchange(
            expected: 0, desired: thread, successOrdering: .acquiring, failureOrdering: .relaxed)
        if free {
            return .outermost
        }
        if found & ~1 == thread {
            return .nested
        }
        return wait(for: thread, event)
    }

    /// Becomes the owner if the last one has gone meanwhile, or puts the event in line.
    @inline(never) @usableFromInline func wait(for thread: UInt, _ event: () -> Event) -> Entry {
        waiting { waiting in
            var found = owner.load(ordering: .relaxed)
            while found & 1 == 0 {
                let desired = found == 0 ? thread : found | 1
                let (exchanged, original) = owner.compareExchange(
                    expected: found, desired: desired, successOrdering: .acquiring, failureOrdering: .relaxed)
                if exchanged {
                    if found == 0 {
                        return .outermost
                    }
                    break
                }
                found = original
            }
            let line = waiting as? EventLine<Event> ?? EventLine()
            line.events.append(event())
            waiting = line
            return .queued
        }
    }

    /// Gives up ownership, or returns the events that came meanwhile: perform them, and call again.
    @inlinable func leave() -> [Event]? {
        let found = owner.load(ordering: .relaxed)
        if found & 1 == 0,
            owner.compareExchange(expected: found, desired: 0, ordering: .releasing).exchanged
        {
            return nil
        }
        return takeWaiting()
    }

    /// Whether events are in line.
    @inlinable var hasWaiting: Bool { owner.load(ordering: .relaxed) & 1 != 0 }

    /// The events that are in line, for the owner, which stays the owner.
    @inline(never) @usableFromInline func takeWaiting() -> [Event] {
        let line = waiting { waiting in
            owner.store(owner.load(ordering: .relaxed) & ~1, ordering: .relaxed)
            defer { waiting = nil }
            return waiting
        }
        return (line as? EventLine<Event>)?.events ?? []
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

/// The events that wait at a gate. The gate itself stores nothing of their type, so that one that isn't compiled for
/// its type, as in the methods of a generic class, is nearly as fast.
@usableFromInline class WaitingEvents {}

@usableFromInline final class EventLine<Event>: WaitingEvents {
    var events: [Event] = []
}

/// The running thread's identity: never 0, and even, as it is the address of its control block.
@usableFromInline func currentThread() -> UInt {
    UInt(pthread_self())
}
