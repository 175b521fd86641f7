/// The values of a publisher that can't fail, as an asynchronous sequence.
///
/// Each iterator subscribes anew. Each `next()` asks for one value, so the publisher is never ahead of the reader.
/// Cancelling the task that waits ends the subscription and the sequence; so does letting go of the iterator.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    public typealias Element = P.Output

    private let publisher: P

    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes to the publisher.
    public func makeAsyncIterator() -> Iterator {
        Iterator(AsyncSubscription(to: publisher))
    }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Element = P.Output

        private let subscription: AsyncSubscription<P.Output, Never>

        fileprivate init(_ subscription: AsyncSubscription<P.Output, Never>) {
            self.subscription = subscription
        }

        /// Asks for one value and waits for it; nil at the end.
        public mutating func next() async -> P.Output? {
            await subscription.subscriber.next().value.get()
        }
    }
}

/// The values of a publisher that can fail, as an asynchronous sequence; see ``AsyncPublisher``.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    public typealias Element = P.Output

    private let publisher: P

    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes to the publisher.
    public func makeAsyncIterator() -> Iterator {
        Iterator(AsyncSubscription(to: publisher))
    }

    public struct Iterator: AsyncIteratorProtocol {
        public typealias Element = P.Output

        private let subscription: AsyncSubscription<P.Output, P.Failure>

        fileprivate init(_ subscription: AsyncSubscription<P.Output, P.Failure>) {
            self.subscription = subscription
        }

        /// Asks for one value and waits for it; nil at the end.
        /// - Throws: the error that ended the stream, once.
        public mutating func next() async throws -> P.Output? {
            try await subscription.subscriber.next().value.get()
        }
    }
}

extension Publisher where Failure == Never {
    /// The values, as an asynchronous sequence.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
    /// The values, as an asynchronous sequence that throws the stream's error.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// An iterator's hold on its subscriber: the subscription ends when the last copy of the iterator is let go.
private final class AsyncSubscription<Output, Failure: Error> {
    let subscriber = AsyncSubscriber<Output, Failure>()

    init<P: Publisher>(to publisher: P) where P.Output == Output, P.Failure == Failure {
        publisher.subscribe(subscriber)
    }

    deinit {
        subscriber.cancel()
    }
}
