/// A queue whose both ends cost the same however long it is.
@usableFromInline struct Queue<Element> {
    // What was taken is nil, up to `head`; the array is shortened once half of it is.
    @usableFromInline var storage: [Element?] = []
    @usableFromInline var head = 0

    @inlinable init() {}

    @inlinable var count: Int { storage.count - head }
    @inlinable var isEmpty: Bool { storage.count == head }
    @inlinable var elements: [Element] { storage[head...].compactMap { $0 } }

    @inlinable mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable mutating func append(contentsOf elements: [Element]) {
        storage.append(contentsOf: elements.lazy.map(Optional.some))
    }

    @inlinable mutating func popFirst() -> Element? {
        guard head < storage.count else { return nil }
        let element = storage[head].take()
        head += 1
        if head == storage.count {
            storage.removeAll(keepingCapacity: head <= 64)
            head = 0
        } else if head > 64, head * 2 > storage.count {
            storage.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Moves the first `n` elements, or all if there are fewer, to the end of `other`.
    @inlinable mutating func move(first n: Int, to other: inout Queue) {
        if n >= count, other.isEmpty {
            swap(&self, &other)
            return
        }
        for _ in 0..<min(n, count) {
            if let element = popFirst() {
                other.append(element)
            }
        }
    }
}
