public import Synchronization

/// What is still wanted: raised by whoever asks, lowered by the one that delivers. Once it is unlimited it costs a load.
@usableFromInline struct SharedDemand: ~Copyable {
    @usableFromInline let unlimited = Atomic<Bool>(false)
    @usableFromInline let count = Guarded(Subscribers.Demand.none)

    @inlinable init() {}

    @inlinable var isUnlimited: Bool { unlimited.load(ordering: .acquiring) }
    @usableFromInline var current: Subscribers.Demand { count { $0 } }

    @inlinable func add(_ demand: Subscribers.Demand) {
        guard demand > 0, !isUnlimited else { return }
        if (count {
            $0 += demand
            return $0 == .unlimited
        }) {
            unlimited.store(true, ordering: .releasing)
        }
    }

    /// Uses up one. False when none was left.
    @inlinable func takeOne() -> Bool {
        if isUnlimited { return true }
        return count { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }
}
