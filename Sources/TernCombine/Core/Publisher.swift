/// Something that delivers a sequence of values over time to the subscribers that ask for them, and then a completion.
///
/// A publisher answers `receive(subscriber:)` with a subscription; the subscriber then asks for values by demand.
public protocol Publisher<Output, Failure> {
    /// The kind of values published.
    associatedtype Output
    /// The kind of errors that may end the stream; `Never` when none can.
    associatedtype Failure: Error

    /// Attaches a subscriber. Called by `subscribe(_:)`; implement it, don't call it.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches a subscriber, which is handed a subscription in return.
    @_transparent public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches a subject, which passes everything on to its own subscribers.
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        let subscriber = SubjectSubscriber(subject)
        receive(subscriber: subscriber)
        return AnyCancellable(subscriber)
    }
}

/// The namespace of the publishers that operators make.
public enum Publishers {}
