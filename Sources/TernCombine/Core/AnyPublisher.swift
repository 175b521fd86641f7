/// A publisher whose type is hidden.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible,
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

    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        box.attach(subscriber as? AnyDownstream<Output, Failure> ?? ConcreteDownstream(subscriber))
    }
}

extension Publisher {
    /// Hides the publisher's type.
    @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

// A method of a generic class that is reached through its class or a protocol is compiled once for all types, and so is
// everything inside it. A closure made where the types are known is compiled for them: so both sides of an erasure stay
// compiled for their own types, because they meet in such closures only. The closures capture nothing, so they cost no
// allocation; they find what they need in the object they are given.

@usableFromInline class PublisherBox<Output, Failure: Error> {
    @usableFromInline typealias Attach = (PublisherBox<Output, Failure>, AnyDownstream<Output, Failure>) -> Void

    @usableFromInline final let attachment: Attach

    @inlinable init(_ attachment: @escaping Attach) {
        self.attachment = attachment
    }

    @inlinable final func attach(_ downstream: AnyDownstream<Output, Failure>) {
        attachment(self, downstream)
    }
}

@usableFromInline final class ConcreteBox<P: Publisher>: PublisherBox<P.Output, P.Failure> {
    @usableFromInline let publisher: P

    @inlinable init(_ publisher: P) {
        self.publisher = publisher
        super.init { box, downstream in
            unsafeDowncast(box, to: ConcreteBox<P>.self).publisher.receive(subscriber: downstream)
        }
    }
}

/// A subscriber as the inside of an ``AnyPublisher`` sees it. It looks like the one it stands for.
@usableFromInline
class AnyDownstream<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline typealias Deliver = (AnyDownstream<Input, Failure>, Input) -> Subscribers.Demand

    @usableFromInline final let delivery: Deliver

    @inlinable init(_ delivery: @escaping Deliver) {
        self.delivery = delivery
    }

    @usableFromInline var base: any Subscriber<Input, Failure> { fatalError("a subclass answers") }

    @inlinable final func receive(_ input: Input) -> Subscribers.Demand { delivery(self, input) }
    @usableFromInline final func receive(subscription: any Subscription) { base.receive(subscription: subscription) }
    @usableFromInline final func receive(completion: Subscribers.Completion<Failure>) {
        base.receive(completion: completion)
    }

    @usableFromInline final var combineIdentifier: CombineIdentifier { base.combineIdentifier }
    @usableFromInline final var description: String { String(describing: base) }
    @usableFromInline final var customMirror: Mirror { Mirror(reflecting: base) }
    @usableFromInline final var playgroundDescription: Any {
        (base as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
    }
}

@usableFromInline final class ConcreteDownstream<S: Subscriber>: AnyDownstream<S.Input, S.Failure> {
    @usableFromInline let subscriber: S

    @inlinable init(_ subscriber: S) {
        self.subscriber = subscriber
        super.init { downstream, input in
            unsafeDowncast(downstream, to: ConcreteDownstream<S>.self).subscriber.receive(input)
        }
    }

    @usableFromInline override var base: any Subscriber<S.Input, S.Failure> { subscriber }
}
