public import Synchronization

/// State behind a lock, Sendable or not. Nothing is called out to while the lock is held: take out what is to be
/// done, and what is to be released, and do it afterwards.
@usableFromInline struct Guarded<State>: ~Copyable {
    @usableFromInline let mutex: Mutex<Unchecked<State>>

    @inlinable init(_ state: State) {
        mutex = Mutex(Unchecked(state))
    }

    /// Runs `body` with exclusive access to the state.
    @inlinable func callAsFunction<Result>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { Unchecked(body(&$0.value)) }.value
    }

    /// Empties the lock, and returns what was in it, so that it is released with the lock open.
    @inlinable func take<Wrapped>() -> Wrapped? where State == Wrapped? {
        self { state in
            defer { state = nil }
            return state
        }
    }
}

// Combine's types make no promise of sendability; what is in here is only touched under the lock or handed over whole.
@usableFromInline struct Unchecked<Value>: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable init(_ value: Value) {
        self.value = value
    }
}
