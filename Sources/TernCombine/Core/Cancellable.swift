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
    private let action: Guarded<(() -> Void)?>

    /// Runs `cancel` once: when told to, or when this is let go.
    public init(_ cancel: @escaping () -> Void) {
        action = Guarded(cancel)
    }

    /// Erases `canceller`.
    public init<C: Cancellable>(_ canceller: C) {
        action = Guarded(canceller.cancel)
    }

    public func cancel() {
        action.take()?()
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
        action.take()?()
    }
}
