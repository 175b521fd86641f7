/// A subject's core with a current value.
@usableFromInline final class CurrentValueCore<Output, Failure: Error>: SubjectCore<Output, Failure> {
    @usableFromInline struct Current {
        @usableFromInline var value: Output
        /// Counts the values, from 1.
        @usableFromInline var version: UInt = 1
        @usableFromInline var hasEnded = false

        @inlinable init(value: Output) {
            self.value = value
        }
    }

    // Events enter the gate under this lock, so that values are delivered in the order in which they became current.
    @usableFromInline let current: Guarded<Current>

    @inlinable init(_ value: Output, name: String) {
        current = Guarded(Current(value: value))
        super.init(name: name, isAsking: true)
    }

    @inlinable var value: Output { current { $0.value } }

    /// Makes a value current and sends it.
    /// - Parameter isSetting: whether the value changes after the end as well.
    @inlinable func update(_ value: Output, isSetting: Bool = false) {
        // The old value is let go with the lock open.
        let (version, entry, old) = current { current -> (UInt, Gate<Event>.Entry, Output?) in
            guard !current.hasEnded || isSetting else { return (0, .queued, nil) }
            let old = current.value
            current.value = value
            current.version += 1
            let version = current.version
            return (version, current.hasEnded ? .queued : gate.enter(.value(value, version: version)), old)
        }
        withExtendedLifetime(old) {
            follow(entry) { offer(value, version: version) }
        }
    }

    @inlinable func finish(_ completion: Subscribers.Completion<Failure>) {
        let entry = current { current in
            current.hasEnded = true
            return gate.enter(.completion(completion))
        }
        follow(entry) { complete(completion) }
    }

    @usableFromInline override func deliver(_ value: Output, version: UInt) {
        offer(value, version: version)
    }

    @inlinable func offer(_ value: Output, version: UInt) {
        calling {
            forEach { conduit in
                guard conduit.replayed < version, conduit.demand != .none else { return }
                conduit.delivered = max(conduit.delivered, version)
                conduit.offer(value)
            }
        }
    }

    @usableFromInline override func replay(to conduit: Conduit<Output, Failure>) {
        let (value, version) = current { ($0.value, $0.version) }
        guard conduit.delivered < version else { return }
        conduit.delivered = version
        conduit.replayed = version
        calling {
            conduit.offer(value)
        }
    }
}
