/// An object with a publisher that says when it is about to change.
///
/// A class that doesn't have an `objectWillChange` of its own is given one, which is told of changes by the object's
/// `@Published` properties.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Publishes before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// The object's publisher, the same for as long as the object lives. Its `@Published` properties, those of
    /// superclasses included, send into it.
    public var objectWillChange: ObservableObjectPublisher {
        let properties = publishedProperties(of: self)
        guard !properties.isEmpty else { return ObjectPublishers.publisher(of: self) }
        let publisher = properties.lazy.compactMap(\.changePublisher).first ?? ObjectPublishers.publisher(of: self)
        for property in properties {
            property.setChangePublisher(publisher)
        }
        return publisher
    }
}

private protocol PublishedProperty {
    var changePublisher: ObservableObjectPublisher? { get }
    func setChangePublisher(_ publisher: ObservableObjectPublisher)
}

extension Published: PublishedProperty {
    fileprivate var changePublisher: ObservableObjectPublisher? { subject.objectWillChange }

    fileprivate func setChangePublisher(_ publisher: ObservableObjectPublisher) {
        subject.objectWillChange = publisher
    }
}

private func publishedProperties(of object: AnyObject) -> [any PublishedProperty] {
    sequence(first: Mirror(reflecting: object), next: \.superclassMirror)
        .flatMap { $0.children.compactMap { $0.value as? any PublishedProperty } }
}

/// The publishers of objects that have no published property to keep it in.
private enum ObjectPublishers {
    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private struct Table {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// At this size, the entries of objects that are gone are thrown out.
        var limit = 64
    }

    // It is a lock; what is behind it is only touched under it.
    private nonisolated(unsafe) static let table = Guarded(Table())

    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        let made = ObservableObjectPublisher()
        // What is thrown out is let go with the lock open, and so are the objects that were looked at.
        let (publisher, _) = table { table -> (ObservableObjectPublisher, [Any]) in
            // An object that is gone may have had the same address.
            if let entry = table.entries[ObjectIdentifier(object)], entry.object === object {
                return (entry.publisher, [])
            }
            var loose: [Any] = []
            if table.entries.count >= table.limit {
                loose.append(table.entries)
                table.entries = table.entries.filter { _, entry in
                    guard let object = entry.object else { return false }
                    loose.append(object)
                    return true
                }
                table.limit = max(64, table.entries.count * 2)
            }
            if let old = table.entries.updateValue(
                Entry(object: object, publisher: made), forKey: ObjectIdentifier(object))
            {
                loose.append(old)
            }
            return (made, loose)
        }
        return publisher
    }
}
