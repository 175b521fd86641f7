/// A publisher that delivers nothing before it is told to begin.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Begins to deliver, to all subscribers alike.
    /// - Returns: what ends the delivery again; letting go of it does not.
    func connect() -> any Cancellable
}
