extension Publishers {
    /// A publisher of upstream's values that calls closures when something happens.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Called with upstream's subscription, before downstream gets one.
        public var receiveSubscription: ((any Subscription) -> Void)?
        /// Called with a value, before downstream gets it.
        public var receiveOutput: ((Upstream.Output) -> Void)?
        /// Called with the end, before downstream gets it.
        public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
        /// Called when downstream cancels, before upstream is cancelled.
        public var receiveCancel: (() -> Void)?
        /// Called when downstream asks for values, before upstream is asked.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        @inlinable public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let events = HandledEvents(
                subscription: receiveSubscription, output: receiveOutput, completion: receiveCompletion,
                cancel: receiveCancel, request: receiveRequest)
            upstream.subscribe(HandleEventsInner(events, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Calls the closures when something happens: a subscription, a value, the end, a cancellation, a request for values.
    /// None is called after the end, or after the cancellation.
    @inlinable public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}

@usableFromInline final class HandledEvents<Output, Failure: Error> {
    @usableFromInline let subscription: ((any Subscription) -> Void)?
    @usableFromInline let output: ((Output) -> Void)?
    @usableFromInline let completion: ((Subscribers.Completion<Failure>) -> Void)?
    @usableFromInline let cancel: (() -> Void)?
    @usableFromInline let request: ((Subscribers.Demand) -> Void)?

    @inlinable init(
        subscription: ((any Subscription) -> Void)?, output: ((Output) -> Void)?,
        completion: ((Subscribers.Completion<Failure>) -> Void)?, cancel: (() -> Void)?,
        request: ((Subscribers.Demand) -> Void)?
    ) {
        self.subscription = subscription
        self.output = output
        self.completion = completion
        self.cancel = cancel
        self.request = request
    }
}

@usableFromInline final class HandleEventsInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    // Nil once the stream has ended or was cancelled.
    @usableFromInline let events: Guarded<HandledEvents<Input, Failure>?>
    // So that values pay for the lock only if somebody listens.
    @usableFromInline let hearsOutput: Bool
    @usableFromInline let hearsRequest: Bool

    @inlinable init(_ events: HandledEvents<Input, Failure>, downstream: Downstream) {
        self.downstream = downstream
        hearsOutput = events.output != nil
        hearsRequest = events.request != nil
        self.events = Guarded(events)
    }

    @usableFromInline var name: String { "HandleEvents" }

    @inlinable var current: HandledEvents<Input, Failure>? { events { $0 } }

    @usableFromInline func receive(subscription: any Subscription) {
        current?.subscription?(subscription)
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        if hearsOutput {
            current?.output?(input)
        }
        let demand = downstream.receive(input)
        if hearsRequest, demand > 0 {
            current?.request?(demand)
        }
        return demand
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        current?.completion?(completion)
        withExtendedLifetime((events.take(), upstream.close())) {
            downstream.receive(completion: completion)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        current?.request?(demand)
        upstream.subscription?.request(demand)
    }

    @usableFromInline func cancel() {
        current?.cancel?()
        if let subscription = upstream.disconnect() {
            withExtendedLifetime(events.take()) {
                subscription.cancel()
            }
        }
    }
}
