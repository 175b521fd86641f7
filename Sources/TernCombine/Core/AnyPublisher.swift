/// A publisher whose type is hidden.
@frozen public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline let box: PublisherBox<Output, Failure>

    /// Hides the type of `publisher`.
    @inlinable public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        // A hidden type is not hidden twice.
        box = (publisher as? AnyPublisher<Output, Failure>)?.box ?? ConcreteBox(publisher)
    }

    public var description: String { "AnyPublisher" }
    public var playgroundDescription: Any { description }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        box.attach(subscriber as? AnyDownstream<Output, Failure> ?? ConcreteDownstream(subscriber))
    }
}

extension Publisher {
    /// Hides the publisher's type.
    @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

// A generic method of a class is compiled once for all types, and everything inside it as well. So that a pipeline stays
// compiled for its own types on both sides of an erasure, only these boxes meet there, and their methods aren't generic.

@usableFromInline class PublisherBox<Output, Failure: Error> {
    @inlinable init() {}

    @inlinable func attach(_ downstream: AnyDownstream<Output, Failure>) {
        fatalError("a subclass answers")
    }
}

@usableFromInline final class ConcreteBox<P: Publisher>: PublisherBox<P.Output, P.Failure> {
    @usableFromInline let publisher: P

    @inlinable init(_ publisher: P) {
        self.publisher = publisher
    }

    @inlinable override func attach(_ downstream: AnyDownstream<P.Output, P.Failure>) {
        publisher.receive(subscriber: downstream)
    }
}

/// A subscriber as the inside of an ``AnyPublisher`` sees it. It looks like the one it stands for.
@usableFromInline class AnyDownstream<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @inlinable init() {}

    @usableFromInline var base: any Subscriber<Input, Failure> { fatalError("a subclass answers") }

    @inlinable func receive(subscription: any Subscription) { fatalError("a subclass answers") }
    @inlinable func receive(_ input: Input) -> Subscribers.Demand { fatalError("a subclass answers") }
    @inlinable func receive(completion: Subscribers.Completion<Failure>) { fatalError("a subclass answers") }

    @usableFromInline var combineIdentifier: CombineIdentifier { base.combineIdentifier }
    @usableFromInline var description: String { String(describing: base) }
    @usableFromInline var customMirror: Mirror { Mirror(reflecting: base) }
    @usableFromInline var playgroundDescription: Any {
        (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
    }
}

@usableFromInline final class ConcreteDownstream<S: Subscriber>: AnyDownstream<S.Input, S.Failure> {
    @usableFromInline let subscriber: S

    @inlinable init(_ subscriber: S) {
        self.subscriber = subscriber
    }

    @usableFromInline override var base: any Subscriber<S.Input, S.Failure> { subscriber }

    @inlinable override func receive(subscription: any Subscription) {
        subscriber.receive(subscription: subscription)
    }

    @inlinable override func receive(_ input: S.Input) -> Subscribers.Demand {
        subscriber.receive(input)
    }

    @inlinable override func receive(completion: Subscribers.Completion<S.Failure>) {
        subscriber.receive(completion: completion)
    }
}
