/// Where the values of one side of zip or combineLatest wait for those of the others. Touched by the gate's owner only.
///
/// What is let go of may be anybody's, whose end may call back in: it is released after the slot is in order again.
@usableFromInline protocol SideSlot<Element>: AnyObject {
    associatedtype Element

    init()
    /// Whether there is no value to combine.
    var isEmpty: Bool { get }
    func put(_ element: Element)
    /// The value to combine. Not called when empty.
    func take() -> Element
    /// What is held, for a mirror.
    var held: Any? { get }
    func clear()
}

/// The slots of all sides.
@usableFromInline protocol Sides<Output> {
    associatedtype Output

    /// Whether each side has a value.
    var isComplete: Bool { get }
    /// One of each side's values. Not called when incomplete.
    func take() -> Output
    /// Whether a side whose bit is set in `mask` has no value.
    func hasEmpty(among mask: Int) -> Bool
    /// The slots in order, for what is done rarely.
    var slots: [any SideSlot] { get }
}

@usableFromInline struct Sides2<A: SideSlot, B: SideSlot>: Sides {
    @usableFromInline let a = A()
    @usableFromInline let b = B()

    @inlinable init() {}

    @inlinable var isComplete: Bool { !a.isEmpty && !b.isEmpty }
    @inlinable func take() -> (A.Element, B.Element) { (a.take(), b.take()) }
    @inlinable func hasEmpty(among mask: Int) -> Bool { mask & 1 != 0 && a.isEmpty || mask & 2 != 0 && b.isEmpty }
    @usableFromInline var slots: [any SideSlot] { [a, b] }
}

@usableFromInline struct Sides3<A: SideSlot, B: SideSlot, C: SideSlot>: Sides {
    @usableFromInline let a = A()
    @usableFromInline let b = B()
    @usableFromInline let c = C()

    @inlinable init() {}

    @inlinable var isComplete: Bool { !a.isEmpty && !b.isEmpty && !c.isEmpty }
    @inlinable func take() -> (A.Element, B.Element, C.Element) { (a.take(), b.take(), c.take()) }
    @inlinable func hasEmpty(among mask: Int) -> Bool {
        mask & 1 != 0 && a.isEmpty || mask & 2 != 0 && b.isEmpty
            || mask & 4 != 0 && c.isEmpty
    }
    @usableFromInline var slots: [any SideSlot] { [a, b, c] }
}

@usableFromInline struct Sides4<A: SideSlot, B: SideSlot, C: SideSlot, D: SideSlot>: Sides {
    @usableFromInline let a = A()
    @usableFromInline let b = B()
    @usableFromInline let c = C()
    @usableFromInline let d = D()

    @inlinable init() {}

    @inlinable var isComplete: Bool { !a.isEmpty && !b.isEmpty && !c.isEmpty && !d.isEmpty }
    @inlinable func take() -> (A.Element, B.Element, C.Element, D.Element) {
        (a.take(), b.take(), c.take(), d.take())
    }
    @inlinable func hasEmpty(among mask: Int) -> Bool {
        mask & 1 != 0 && a.isEmpty || mask & 2 != 0 && b.isEmpty
            || mask & 4 != 0 && c.isEmpty || mask & 8 != 0 && d.isEmpty
    }
    @usableFromInline var slots: [any SideSlot] { [a, b, c, d] }
}

/// What the sides of an operator with many upstreams report to.
@usableFromInline protocol SideParent<Failure>: AnyObject, CustomCombineIdentifierConvertible {
    associatedtype Failure: Error

    var name: String { get }
    func receive(_ subscription: any Subscription, from index: Int)
    func receive<Slot: SideSlot>(_ value: Slot.Element, for slot: Slot, from index: Int) -> Subscribers.Demand
    func receive(_ completion: Subscribers.Completion<Failure>, from index: Int)
}

/// The subscriber of one upstream of zip or combineLatest.
@usableFromInline struct Side<Parent: SideParent, Slot: SideSlot>: Subscriber, Inner {
    @usableFromInline typealias Input = Slot.Element
    @usableFromInline typealias Failure = Parent.Failure

    @usableFromInline let parent: Parent
    @usableFromInline let slot: Slot
    @usableFromInline let index: Int
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable init(_ parent: Parent, _ slot: Slot, _ index: Int) {
        self.parent = parent
        self.slot = slot
        self.index = index
    }

    @usableFromInline var name: String { parent.name }
    @usableFromInline var children: [Mirror.Child] { [("parentSubscription", parent.combineIdentifier)] }

    @inlinable func receive(subscription: any Subscription) {
        parent.receive(subscription, from: index)
    }

    @inlinable func receive(_ input: Slot.Element) -> Subscribers.Demand {
        parent.receive(input, for: slot, from: index)
    }

    @inlinable func receive(completion: Subscribers.Completion<Parent.Failure>) {
        parent.receive(completion, from: index)
    }
}
