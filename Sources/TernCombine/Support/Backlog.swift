/// What waits for its turn, first in, first out. Taking one costs the same however many there are.
@usableFromInline struct Backlog<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    @inlinable init() {}

    @inlinable var isEmpty: Bool { head == elements.count }

    @inlinable mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable mutating func append(contentsOf newElements: [Element]) {
        elements.append(contentsOf: newElements.lazy.map(Optional.some))
    }

    @inlinable mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: head <= 64)
            head = 0
        } else if head > 64, head > elements.count / 2 {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
