/// The link between a publisher and one subscriber: asked for values, and cancelled.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for `demand` more values, on top of what was asked before.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of subscriptions.
public enum Subscriptions {
    /// A subscription that delivers nothing: for subscribers that are only told of an end.
    public static var empty: any Subscription { EmptySubscription.shared }

    private struct EmptySubscription: Subscription, CustomStringConvertible, CustomReflectable,
        CustomPlaygroundDisplayConvertible
    {
        static let shared = EmptySubscription()
        let combineIdentifier = CombineIdentifier()

        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}

        var description: String { "Empty" }
        var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
        var playgroundDescription: Any { description }
    }
}
