public import Synchronization

/// A sink's closures: called at the price of one atomic exchange, and let go by whoever closes while no delivery needs them.
///
/// A delivery says that it is under way before it looks whether the sink is closed; a close says so before it looks
/// whether a delivery is under way. If one is, the closures go at its end, and at the latest with the sink.
@usableFromInline final class SinkHandlers<Input, Failure: Error> {
    // Released once, by the one that exchanges `released`, after `closed` is set and with no delivery under way.
    @usableFromInline let closures: Unmanaged<SinkClosures<Input, Failure>>
    @usableFromInline let delivering = Atomic<Bool>(false)
    @usableFromInline let closed = Atomic<Bool>(false)
    @usableFromInline let released = Atomic<Bool>(false)
    // Held to set `closed`, and to retain the closures while it isn't set.
    @usableFromInline let closing = Guarded(())

    @inlinable init(_ closures: SinkClosures<Input, Failure>) {
        self.closures = Unmanaged.passRetained(closures)
    }

    deinit {
        release()
    }

    @inlinable func deliver(_ value: Input) {
        if delivering.exchange(true, ordering: .sequentiallyConsistent) {
            // Re-entered, or a publisher whose events aren't serial.
            current?.value(value)
            return
        }
        if !closed.load(ordering: .sequentiallyConsistent) {
            closures._withUnsafeGuaranteedRef { $0.value(value) }
        }
        delivering.store(false, ordering: .releasing)
        if closed.load(ordering: .acquiring) {
            release()
        }
    }

    /// Closes. Returns the closures if this call is the first to do so, so that they outlive what the caller does next.
    /// - Parameter releasing: whether the closures go now, rather than with the sink.
    @usableFromInline func close(releasing: Bool = true) -> SinkClosures<Input, Failure>? {
        // As an object of no particular type: here, where the type isn't known, that costs much less.
        let closures = self.closures.toOpaque()
        let held = closing { _ -> AnyObject? in
            closed.exchange(true, ordering: .sequentiallyConsistent)
                ? nil : Unmanaged<AnyObject>.fromOpaque(closures).takeUnretainedValue()
        }
        if releasing, held != nil, !delivering.load(ordering: .sequentiallyConsistent) {
            release()
        }
        return held.map { unsafeDowncast($0, to: SinkClosures.self) }
    }

    @usableFromInline var current: SinkClosures<Input, Failure>? {
        closing { _ in
            closed.load(ordering: .relaxed) ? nil : closures.takeUnretainedValue()
        }
    }

    @usableFromInline func release() {
        if !released.exchange(true, ordering: .acquiringAndReleasing) {
            closures.release()
        }
    }
}
