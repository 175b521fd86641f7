extension Publishers {
    /// A publisher of those of upstream's values whose position is in a range, and then the end.
    public struct Output<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The positions of the values that are published, counted from 0.
        public let range: CountableRange<Int>

        /// Traps when a bound of `range` is negative.
        @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "the lower bound must not be negative")
            precondition(range.upperBound >= 0, "the upper bound must not be negative")
            self.upstream = upstream
            self.range = range
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(OutputInner(range, downstream: subscriber))
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the first `maxLength` values and then the end. Traps when `maxLength` is negative.
    @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        precondition(maxLength >= 0, "the number of values must not be negative")
        return output(in: ..<maxLength)
    }

    /// Publishes the value at position `index`, counted from 0, and then the end. Traps when `index` is negative, or
    /// `Int.max`.
    @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
        output(in: index...index)
    }

    /// Publishes the values whose position, counted from 0, is in `range`, and then the end. Traps when a bound is negative.
    @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}

@usableFromInline final class OutputInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    // Both are touched by upstream's serial events only. As with Apple's they count whether or not there is a subscription.
    @usableFromInline var toSkip: Int
    @usableFromInline var toPass: Int

    @inlinable init(_ range: CountableRange<Int>, downstream: Downstream) {
        self.downstream = downstream
        toSkip = range.lowerBound
        toPass = range.count
    }

    @usableFromInline var name: String { "Output" }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        if toSkip > 0 {
            toSkip -= 1
            return .max(1)
        }
        var demand = Subscribers.Demand.none
        if toPass > 0 {
            toPass -= 1
            // A value sent from within must not see this one as the last.
            let isLast = toPass == 0
            demand = downstream.receive(input)
            guard isLast else { return demand }
        }
        finish()
        return demand
    }

    @usableFromInline func finish() {
        if let subscription = upstream.disconnect() {
            subscription.cancel()
            downstream.receive(completion: .finished)
        }
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        if let subscription = upstream.disconnect() {
            withExtendedLifetime(subscription) {
                downstream.receive(completion: completion)
            }
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    @usableFromInline func cancel() {
        upstream.disconnect()?.cancel()
    }
}
