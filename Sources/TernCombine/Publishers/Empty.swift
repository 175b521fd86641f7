/// A publisher of no value: it finishes at once, or never.
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
    /// Whether it finishes at once; otherwise nothing ever follows the subscription.
    public let completeImmediately: Bool

    @inlinable public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// States the types where nothing else does.
    @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately {
            subscriber.receive(completion: .finished)
        }
    }
}
