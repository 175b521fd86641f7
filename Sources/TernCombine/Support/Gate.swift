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
    @usableFromInline struct State {
        /// The owner's thread, 0 when there is none.
        @usableFromInline var owner: UInt = 0
        @usableFromInline var waiting: [Event] = []

        @inlinable init() {}
    }

    @usableFromInline enum Entry {
        /// The caller is the owner now: it performs the event and then calls `leave()` until that returns nil.
        case outermost
        /// The caller's thread was the owner already: it performs the event.
        case nested
        /// The event is in line; the caller has nothing to do.
        case queued
    }

    @usableFromInline let state = Guarded(State())

    @inlinable init() {}

    /// Becomes the owner, or puts `event` in line. `prepare` runs at the same moment: under the lock, so that it must
    /// not call out; what it does is in the same order as the events.
    @inlinable func enter(_ event: @autoclosure () -> Event, prepare: () -> Void = {}) -> Entry {
        let thread = currentThread()
        return state { state in
            prepare()
            if state.owner == 0 {
                state.owner = thread
                return .outermost
            }
            if state.owner == thread {
                return .nested
            }
            state.waiting.append(event())
            return .queued
        }
    }

    /// Gives up ownership, or returns the events that came meanwhile: perform them, and call again.
    @inlinable func leave() -> [Event]? {
        state { state in
            if state.waiting.isEmpty {
                state.owner = 0
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
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

/// The running thread's identity: never 0.
@usableFromInline func currentThread() -> UInt {
    UInt(pthread_self())
}
