/// Something that can be cancelled: its work stops and what it held is let go.
public protocol Cancellable {
    /// Stops the work. Calling it again changes nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps this, erased, in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this, erased, in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}

/// Cancels something when told to, or when it is let go.
public final class AnyCancellable: Cancellable, Hashable {
    private enum Action {
        case run(() -> Void)
        case cancel(AnyCancellable)
    }

    private let action: Guarded<Action?>

    /// Runs `cancel` once: when told to, or when this is let go.
    public init(_ cancel: @escaping () -> Void) {
        action = Guarded(.run(cancel))
    }

    /// Erases `canceller`.
    public init<C: Cancellable>(_ canceller: C) {
        action = Guarded((canceller as? AnyCancellable).map(Action.cancel) ?? .run(canceller.cancel))
    }

    public func cancel() {
        // A loop, and not each the next one: a long chain must not take a deep stack, neither to cancel nor to release.
        var next = action.take()
        while let action = next {
            switch action {
            case .run(let cancel):
                cancel()
                next = nil
            case .cancel(let inner):
                next = inner.action.take()
            }
        }
    }

    /// Keeps this in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps this in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    deinit {
        cancel()
    }
}
