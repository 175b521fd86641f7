/// Indices of which the lowest is taken first: a binary heap.
@usableFromInline struct IndexHeap {
    @usableFromInline var indices: [Int] = []

    @inlinable init() {}

    @inlinable var isEmpty: Bool { indices.isEmpty }

    @usableFromInline mutating func insert(_ index: Int) {
        indices.append(index)
        var child = indices.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard indices[child] < indices[parent] else { return }
            indices.swapAt(child, parent)
            child = parent
        }
    }

    /// Traps when empty.
    @usableFromInline mutating func removeLowest() -> Int {
        indices.swapAt(0, indices.count - 1)
        let lowest = indices.removeLast()
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < indices.count else { return lowest }
            if child + 1 < indices.count, indices[child + 1] < indices[child] {
                child += 1
            }
            guard indices[child] < indices[parent] else { return lowest }
            indices.swapAt(child, parent)
            parent = child
        }
    }
}
