/// A publisher that ends with an error at once.
public struct Fail<Output, Failure: Error>: Publisher {
    public let error: Failure

    @inlinable public init(error: Failure) {
        self.error = error
    }

    /// States the type of the values that never come.
    @inlinable public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}
