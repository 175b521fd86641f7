extension Publishers {
    /// A publisher of upstream's values and, when it fails, those of another publisher.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        public let upstream: Upstream
        /// Makes the publisher that goes on after an error.
        public let handler: (Upstream.Failure) -> NewPublisher

        @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let handler = handler
            upstream.subscribe(
                CatchInner<Upstream, NewPublisher, S>(
                    name: "Catch", recover: { .success(handler($0)) }, convert: { $0 }, downstream: subscriber))
        }
    }

    /// A publisher of upstream's values and, when it fails, those of another publisher, or the error that making it threw.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        /// Makes the publisher that goes on after an error, or throws.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            let handler = handler
            upstream.subscribe(
                CatchInner<Upstream, NewPublisher, S>(
                    name: "TryCatch", recover: { error in Result { try handler(error) } }, convert: { $0.erased },
                    downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Goes on, when this publisher fails, with the one that `handler` makes of the error. It is asked for what is still
    /// wanted.
    @inlinable @inline(__always) public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> Publishers.Catch<Self, P> where Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// Goes on, when this publisher fails, with the one that `handler` makes of the error; an error that it throws ends
    /// the stream.
    @inlinable @inline(__always) public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}

/// Upstream's subscriber, and downstream's subscription.
@usableFromInline
final class CatchInner<Upstream: Publisher, NewPublisher: Publisher, Downstream: Subscriber>:
    Subscriber, Subscription, Inner
where Upstream.Output == Downstream.Input, NewPublisher.Output == Downstream.Input {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline enum Phase {
        case waiting
        case upstream(any Subscription)
        /// The handler is running, or its publisher has not sent a subscription.
        case recovering
        case recovered(any Subscription)
        case ended
    }

    @usableFromInline struct State {
        @usableFromInline var phase = Phase.waiting
        @usableFromInline var demand = Subscribers.Demand.none

        @inlinable init() {}
    }

    @usableFromInline let name: String
    @usableFromInline let recover: (Upstream.Failure) -> Result<NewPublisher, Downstream.Failure>
    @usableFromInline let convert:
        (Subscribers.Completion<NewPublisher.Failure>) -> Subscribers.Completion<Downstream.Failure>
    @usableFromInline let downstream: Downstream
    @usableFromInline let state = Guarded(State())

    @inlinable init(
        name: String, recover: @escaping (Upstream.Failure) -> Result<NewPublisher, Downstream.Failure>,
        convert: @escaping (Subscribers.Completion<NewPublisher.Failure>) -> Subscribers.Completion<Downstream.Failure>,
        downstream: Downstream
    ) {
        self.name = name
        self.recover = recover
        self.convert = convert
        self.downstream = downstream
    }

    @usableFromInline var children: [Mirror.Child] {
        [("downstream", downstream), ("demand", state { $0.demand })]
    }

    @inlinable func receive(subscription: any Subscription) {
        let taken = state { state in
            guard case .waiting = state.phase else { return false }
            state.phase = .upstream(subscription)
            return true
        }
        if taken {
            downstream.receive(subscription: self)
        } else {
            subscription.cancel()
        }
    }

    // Values are passed on even after cancel, as Apple's does; one that was not asked for traps.
    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        state { $0.demand -= 1 }
        let more = downstream.receive(input)
        if more > 0 {
            state { $0.demand += more }
        }
        return more
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        let previous = state { state in
            let previous = state.phase
            if case .upstream = previous {
                if case .failure = completion {
                    state.phase = .recovering
                } else {
                    state.phase = .ended
                }
            }
            return previous
        }
        switch (previous, completion) {
        case (.upstream, .finished):
            downstream.receive(completion: .finished)
        case (.upstream, .failure(let error)):
            switch recover(error) {
            case .success(let publisher):
                publisher.subscribe(CatchSide(self))
            case .failure(let error):
                state { $0.phase = .ended }
                downstream.receive(completion: .failure(error))
            }
        case (.recovering, .failure), (.recovered, .failure):
            preconditionFailure("upstream failed twice")
        case (.waiting, _), (.recovering, _), (.recovered, _), (.ended, _):
            break
        }
    }

    @inlinable func receiveRecovered(_ subscription: any Subscription) {
        let demand = state { state -> Subscribers.Demand? in
            guard case .recovering = state.phase else { return nil }
            state.phase = .recovered(subscription)
            return state.demand
        }
        guard let demand else {
            subscription.cancel()
            return
        }
        if demand > 0 {
            subscription.request(demand)
        }
    }

    @inlinable func receiveRecovered(_ completion: Subscribers.Completion<NewPublisher.Failure>) {
        let previous = state { state in
            defer { state.phase = .ended }
            return state.phase
        }
        if case .ended = previous { return }
        downstream.receive(completion: convert(completion))
    }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let subscription = state { state -> (any Subscription)? in
            switch state.phase {
            case .waiting, .recovering:
                state.demand += demand
                return nil
            case .upstream(let subscription):
                state.demand += demand
                return subscription
            case .recovered(let subscription):
                return subscription
            case .ended:
                return nil
            }
        }
        subscription?.request(demand)
    }

    // Between the two publishers there is nothing to cancel, and Apple's goes on with the second.
    @inlinable func cancel() {
        let subscription = state { state -> (any Subscription)? in
            switch state.phase {
            case .upstream(let subscription), .recovered(let subscription):
                state.phase = .ended
                return subscription
            case .waiting, .recovering, .ended:
                return nil
            }
        }
        subscription?.cancel()
    }
}

/// The subscriber of the publisher that goes on after an error.
@usableFromInline
struct CatchSide<Upstream: Publisher, NewPublisher: Publisher, Downstream: Subscriber>: Subscriber,
    Inner
where Upstream.Output == Downstream.Input, NewPublisher.Output == Downstream.Input {
    @usableFromInline let parent: CatchInner<Upstream, NewPublisher, Downstream>

    @inlinable init(_ parent: CatchInner<Upstream, NewPublisher, Downstream>) {
        self.parent = parent
    }

    @usableFromInline var name: String { parent.name }
    @usableFromInline var children: [Mirror.Child] { parent.children }
    @usableFromInline var combineIdentifier: CombineIdentifier { parent.combineIdentifier }

    @inlinable func receive(subscription: any Subscription) {
        parent.receiveRecovered(subscription)
    }

    @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        parent.downstream.receive(input)
    }

    @inlinable func receive(completion: Subscribers.Completion<NewPublisher.Failure>) {
        parent.receiveRecovered(completion)
    }
}
