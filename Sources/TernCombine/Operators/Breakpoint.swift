#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Publishers {
    /// A publisher of upstream's values that stops in the debugger when a closure says so.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Whether to stop at a subscription.
        public let receiveSubscription: ((any Subscription) -> Bool)?
        /// Whether to stop at a value.
        public let receiveOutput: ((Upstream.Output) -> Bool)?
        /// Whether to stop at the end.
        public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

        @inlinable public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Bool)? = nil,
            receiveOutput: ((Upstream.Output) -> Bool)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(BreakpointInner(self, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Raises SIGTRAP, at which a debugger stops, when a closure is called and returns true.
    @inlinable public func breakpoint(
        receiveSubscription: ((any Subscription) -> Bool)? = nil,
        receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }

    /// Raises SIGTRAP, at which a debugger stops, when the stream ends with an error.
    @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        breakpoint(receiveCompletion: { completion in
            if case .failure = completion { true } else { false }
        })
    }
}

@usableFromInline func stopInDebugger() {
    raise(SIGTRAP)
}

/// Hands upstream's own subscription through.
@usableFromInline struct BreakpointInner<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Inner
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let breakpoint: Publishers.Breakpoint<Upstream>
    @usableFromInline let downstream: Downstream
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(_ breakpoint: Publishers.Breakpoint<Upstream>, downstream: Downstream) {
        self.breakpoint = breakpoint
        self.downstream = downstream
        combineIdentifier = CombineIdentifier()
    }

    @usableFromInline var name: String { "Breakpoint" }

    @inlinable func receive(subscription: any Subscription) {
        if breakpoint.receiveSubscription?(subscription) == true {
            stopInDebugger()
        }
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        if breakpoint.receiveOutput?(input) == true {
            stopInDebugger()
        }
        return downstream.receive(input)
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        if breakpoint.receiveCompletion?(completion) == true {
            stopInDebugger()
        }
        downstream.receive(completion: completion)
    }
}
