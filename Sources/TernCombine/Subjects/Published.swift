/// Publishes a property of a class: `$property` is a publisher of its values, the current one first.
///
/// A value is published before the property has it, as in `willSet`.
@propertyWrapper public struct Published<Value> {
    // A reference, so that a property that is looked at from outside, as by its object's publisher, is the same one.
    let subject: PublishedSubject<Value>

    /// Begins with `initialValue`.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// Begins with `wrappedValue`.
    public init(wrappedValue: Value) {
        subject = PublishedSubject(wrappedValue)
    }

    /// A publisher of a property's values.
    public struct Publisher: TernCombine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        let subject: PublishedSubject<Value>

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            subject.subscribe(subscriber)
        }
    }

    /// The publisher of the property, written `$property`. Setting it, as `assign(to: &$property)` does, changes nothing.
    public var projectedValue: Publisher {
        mutating get { Publisher(subject: subject) }
        set {}
    }

    /// Only properties of classes can be published.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { fatalError("not available") }
        set { fatalError("not available") }
    }

    /// The property as its object sees it. Setting it publishes the value first.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].subject.value }
        set { object[keyPath: storageKeyPath].subject.value = newValue }
    }
}

extension Publisher where Failure == Never {
    /// Sets a published property to each value, for as long as the property's object lives.
    public func assign(to published: inout Published<Output>.Publisher) {
        subscribe(PublishedSubscriber(published.subject))
    }
}
