/// A publisher into which values can be sent from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to the subscribers.
    func send(_ value: Output)
    /// Sends the end to the subscribers; nothing is published afterwards.
    func send(completion: Subscribers.Completion<Failure>)
    /// Gives the subject a subscription to an upstream, which it asks for values as its subscribers do.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends an event that has no value.
    public func send() {
        send(())
    }
}
