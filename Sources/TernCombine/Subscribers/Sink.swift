extension Subscribers {
    /// A subscriber that asks for any number of values, and hands each event to a closure.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
        CustomReflectable, CustomPlaygroundDisplayConvertible
    {
        @usableFromInline let handlers: SinkHandlers<Input, Failure>
        @usableFromInline let upstream = UpstreamLink()

        /// What is done with a value.
        public var receiveValue: (Input) -> Void { handlers.current?.value ?? { _ in } }
        /// What is done at the end.
        public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
            handlers.current?.completion ?? { _ in }
        }

        @inlinable public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            handlers = SinkHandlers(SinkClosures(value: receiveValue, completion: receiveCompletion))
        }

        public var description: String { "Sink" }
        public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
        public var playgroundDescription: Any { description }

        public func receive(subscription: any Subscription) {
            if upstream.connect(subscription) {
                subscription.request(.unlimited)
            }
        }

        @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
            handlers.deliver(value)
            return .none
        }

        public func receive(completion: Subscribers.Completion<Failure>) {
            let closures = handlers.close()
            withExtendedLifetime(upstream.close()) {
                closures?.completion(completion)
            }
        }

        /// Ends the subscription, and lets the closures go. As Apple's does, a sink that never had a subscription keeps
        /// them until it goes itself; they aren't called.
        public func cancel() {
            let subscription = upstream.close()
            withExtendedLifetime(handlers.close(releasing: subscription != nil)) {
                subscription?.cancel()
            }
        }
    }
}

@usableFromInline final class SinkClosures<Input, Failure: Error> {
    @usableFromInline let value: (Input) -> Void
    @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void

    @inlinable init(
        value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        self.value = value
        self.completion = completion
    }
}

extension Publisher {
    /// Hands each value and the end to closures, asking for any number of values at once.
    /// - Returns: what ends the subscription, when cancelled or let go.
    @inlinable public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Hands each value to a closure, asking for any number of values at once.
    /// - Returns: what ends the subscription, when cancelled or let go.
    @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
