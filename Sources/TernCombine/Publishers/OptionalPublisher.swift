extension Optional {
    /// A publisher of the value, if there is one, and then the end.
    public struct Publisher: TernCombine.Publisher {
        public typealias Output = Wrapped
        public typealias Failure = Never

        /// The value, if there is one.
        public let output: Wrapped?

        @inlinable public init(_ output: Wrapped?) {
            self.output = output
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Wrapped, S.Failure == Never {
            if let output {
                subscriber.receive(subscription: JustInner(output, name: "Optional", downstream: subscriber))
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }
    }

    /// A publisher of the value, if there is one, and then the end.
    @inlinable public var publisher: Publisher {
        Publisher(self)
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
