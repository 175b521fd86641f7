/// What operators' inner subscribers and subscriptions have in common: a name, as Apple's print themselves, and a mirror.
@usableFromInline protocol Inner: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// What `description` and playgrounds show.
    var name: String { get }
    /// What the mirror shows.
    var children: [Mirror.Child] { get }
}

extension Inner {
    @usableFromInline var children: [Mirror.Child] { [] }
    public var description: String { name }
    public var customMirror: Mirror { Mirror(self, children: children) }
    public var playgroundDescription: Any { name }
}
