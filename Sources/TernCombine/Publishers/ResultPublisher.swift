extension Result {
    /// A publisher of the success and then the end, or of the failure at once.
    public struct Publisher: TernCombine.Publisher {
        public typealias Output = Success

        /// What is published.
        public let result: Result<Success, Failure>

        @inlinable public init(_ result: Result<Success, Failure>) {
            self.result = result
        }

        @inlinable public init(_ output: Success) {
            self.init(.success(output))
        }

        @inlinable public init(_ failure: Failure) {
            self.init(.failure(failure))
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let output):
                subscriber.receive(subscription: JustInner(output, name: "Once", downstream: subscriber))
            case .failure(let error):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(error))
            }
        }
    }

    /// A publisher of the success and then the end, or of the failure at once.
    @inlinable public var publisher: Publisher {
        Publisher(self)
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
