#if Curl && os(Linux)
    /// Transfers by their next deadline: a binary heap in which each knows its place, so that it leaves in O(log n).
    struct Deadlines {
        private var heap: [Transfer] = []

        /// The transfer whose deadline comes first.
        var first: Transfer? { heap.first }

        /// Puts a transfer in, or to its new place after its deadline changed.
        mutating func update(_ transfer: Transfer) {
            if transfer.deadlineIndex < 0 {
                transfer.deadlineIndex = heap.count
                heap.append(transfer)
            }
            sift(up: transfer.deadlineIndex)
            sift(down: transfer.deadlineIndex)
        }

        /// Takes a transfer out, if it is in.
        mutating func remove(_ transfer: Transfer) {
            let index = transfer.deadlineIndex
            guard index >= 0 else { return }
            transfer.deadlineIndex = -1
            let last = heap.removeLast()
            guard last !== transfer else { return }
            place(last, at: index)
            sift(up: index)
            sift(down: last.deadlineIndex)
        }

        private mutating func place(_ transfer: Transfer, at index: Int) {
            heap[index] = transfer
            transfer.deadlineIndex = index
        }

        private mutating func sift(up start: Int) {
            var index = start
            let transfer = heap[index]
            while index > 0 {
                let parent = (index - 1) / 2
                guard transfer.nextDeadline < heap[parent].nextDeadline else { break }
                place(heap[parent], at: index)
                index = parent
            }
            place(transfer, at: index)
        }

        private mutating func sift(down start: Int) {
            var index = start
            let transfer = heap[index]
            while true {
                var child = 2 * index + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1].nextDeadline < heap[child].nextDeadline { child += 1 }
                guard heap[child].nextDeadline < transfer.nextDeadline else { break }
                place(heap[child], at: index)
                index = child
            }
            place(transfer, at: index)
        }
    }
#endif
