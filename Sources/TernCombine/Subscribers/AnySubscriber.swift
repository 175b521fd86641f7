/// A subscriber whose type is hidden: another one, a subject, or closures.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline let box: AnyDownstream<Input, Failure>

    /// The identifier of what is hidden.
    public let combineIdentifier: CombineIdentifier

    /// Hides the type of `subscriber`.
    @inlinable public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        // A hidden type is not hidden twice.
        box =
            (subscriber as? AnySubscriber<Input, Failure>)?.box ?? subscriber as? AnyDownstream<Input, Failure>
            ?? ConcreteDownstream(subscriber)
        combineIdentifier = subscriber.combineIdentifier
    }

    /// A subscriber that passes everything on to `subject`.
    public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectSubscriber(subject))
    }

    /// A subscriber made of closures. It asks for no value unless a closure does.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.init(
            ClosureSubscriber(
                combineIdentifier: CombineIdentifier(), receiveSubscription: receiveSubscription,
                receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    }

    public var description: String { box.description }
    public var customMirror: Mirror { box.customMirror }
    public var playgroundDescription: Any { box.playgroundDescription }

    @inlinable public func receive(subscription: any Subscription) {
        box.receive(subscription: subscription)
    }

    @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
        box.receive(value)
    }

    @inlinable public func receive(completion: Subscribers.Completion<Failure>) {
        box.receive(completion: completion)
    }
}

private struct ClosureSubscriber<Input, Failure: Error>: Subscriber, Inner {
    let combineIdentifier: CombineIdentifier
    let receiveSubscription: ((any Subscription) -> Void)?
    let receiveValue: ((Input) -> Subscribers.Demand)?
    let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    var name: String { "Anonymous AnySubscriber" }
    var customMirror: Mirror { Mirror(reflecting: name) }

    func receive(subscription: any Subscription) {
        receiveSubscription?(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        receiveValue?(input) ?? .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        receiveCompletion?(completion)
    }
}
