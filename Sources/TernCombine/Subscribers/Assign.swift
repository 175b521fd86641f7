extension Subscribers {
    /// A subscriber that asks for any number of values, and writes each to a property. It holds the object until the
    /// stream ends or is cancelled.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible, CustomReflectable,
        CustomPlaygroundDisplayConvertible
    {
        public typealias Failure = Never

        private let held: Guarded<Root?>
        private let upstream = UpstreamLink()

        /// The object, nil after the end.
        public var object: Root? { held { $0 } }
        /// The property that is written.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            held = Guarded(object)
            self.keyPath = keyPath
        }

        public var description: String { "Assign \(Root.self)." }
        public var customMirror: Mirror {
            Mirror(
                self,
                children: [
                    ("object", object as Any), ("keyPath", keyPath), ("status", upstream.state { $0 }),
                ])
        }
        public var playgroundDescription: Any { description }

        public func receive(subscription: any Subscription) {
            if upstream.connect(subscription) {
                subscription.request(.unlimited)
            }
        }

        public func receive(_ value: Input) -> Subscribers.Demand {
            if upstream.isOpen, let object {
                object[keyPath: keyPath] = value
            }
            return .none
        }

        public func receive(completion: Subscribers.Completion<Never>) {
            cancel(with: upstream.close())
        }

        /// Ends the subscription, and lets the object go.
        public func cancel() {
            let subscription = upstream.close()
            cancel(with: subscription)
            subscription?.cancel()
        }

        /// Lets the object go, if there was a subscription.
        private func cancel(with subscription: (any Subscription)?) {
            if subscription != nil {
                withExtendedLifetime(held.take()) {}
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// Writes each value to a property of `object`, which is held until the stream ends or is cancelled.
    /// - Returns: what ends the subscription, when cancelled or let go.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}
