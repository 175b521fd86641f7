/// A publisher of one value and then the end.
public struct Just<Output>: Publisher {
    public typealias Failure = Never

    /// The value.
    public let output: Output

    @inlinable public init(_ output: Output) {
        self.output = output
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: JustInner(output, name: "Just", downstream: subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}

/// The subscription to one value that is there already, of `Just`, `Optional` and `Result`.
@usableFromInline final class JustInner<Downstream: Subscriber>: Subscription, Inner {
    @usableFromInline let output: Downstream.Input
    @usableFromInline let name: String
    @usableFromInline let downstream: Guarded<Downstream?>

    @inlinable init(_ output: Downstream.Input, name: String, downstream: Downstream) {
        self.output = output
        self.name = name
        self.downstream = Guarded(downstream)
    }

    @usableFromInline var children: [Mirror.Child] { [(nil, output)] }

    @inlinable func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        if let downstream = downstream.take() {
            _ = downstream.receive(output)
            downstream.receive(completion: .finished)
        }
    }

    @inlinable func cancel() {
        withExtendedLifetime(downstream.take()) {}
    }
}
