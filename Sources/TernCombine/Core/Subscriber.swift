/// Something that receives values from a publisher, as many as it asked for.
///
/// It receives one subscription, then values, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The kind of values received.
    associatedtype Input
    /// The kind of errors that may end the stream.
    associatedtype Failure: Error

    /// The publisher accepted the subscriber; ask `subscription` for values.
    func receive(subscription: any Subscription)
    /// A value arrived. Returns how many more are wanted on top of what was asked before.
    func receive(_ input: Input) -> Subscribers.Demand
    /// The publisher ended, well or not; nothing follows.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// An event without a value arrived.
    @inlinable public func receive() -> Subscribers.Demand {
        receive(())
    }
}

/// The namespace of subscribers, and of what they exchange with publishers.
public enum Subscribers {}
