// What operators make of at most one value is known at once; see `Just`.

extension Optional.Publisher where Wrapped: Comparable {
    @inlinable public func min() -> Optional<Wrapped>.Publisher { self }
    @inlinable public func max() -> Optional<Wrapped>.Publisher { self }
}

extension Optional.Publisher where Wrapped: Equatable {
    @inlinable public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
        map { $0 == output }
    }

    @inlinable public func removeDuplicates() -> Optional<Wrapped>.Publisher { self }
}

extension Optional.Publisher {
    @inlinable public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
        map(predicate)
    }

    @inlinable public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
        map(predicate)
    }

    /// The value in an array, or an empty array.
    @inlinable public func collect() -> Optional<[Wrapped]>.Publisher {
        Optional<[Wrapped]>.Publisher(output.map { [$0] } ?? [])
    }

    /// 1; or nothing, as Apple's does, when there is no value.
    @inlinable public func count() -> Optional<Int>.Publisher {
        map { _ in 1 }
    }

    @inlinable public func first() -> Optional<Wrapped>.Publisher { self }
    @inlinable public func last() -> Optional<Wrapped>.Publisher { self }
    @inlinable public func ignoreOutput() -> Empty<Wrapped, Never> { Empty() }

    @inlinable public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    @inlinable public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    @inlinable public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        self
    }

    @inlinable public func replaceError(with output: Wrapped) -> Optional<Wrapped>.Publisher { self }
    @inlinable public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> { Just(self.output ?? output) }
    @inlinable public func retry(_ times: Int) -> Optional<Wrapped>.Publisher { self }
}

extension Optional.Publisher {
    @inlinable public func map<T>(_ transform: (Wrapped) -> T) -> Optional<T>.Publisher {
        Optional<T>.Publisher(output.map(transform))
    }

    @inlinable public func compactMap<T>(_ transform: (Wrapped) -> T?) -> Optional<T>.Publisher {
        Optional<T>.Publisher(output.flatMap(transform))
    }

    @inlinable public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T
    ) -> Optional<T>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    @inlinable public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T
    ) -> Optional<T>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    @inlinable public func filter(_ isIncluded: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        Optional<Wrapped>.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
    }

    @inlinable public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter(predicate)
    }

    @inlinable public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter(predicate)
    }
}

extension Optional.Publisher {
    /// Traps when `count` is negative.
    @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
        precondition(count >= 0, "count must not be negative")
        return count == 0 ? self : Optional.Publisher(nil)
    }

    @inlinable public func drop(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter { !predicate($0) }
    }

    /// Traps when `maxLength` is negative.
    @inlinable public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return maxLength > 0 ? self : Optional.Publisher(nil)
    }

    @inlinable public func prefix(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
        filter(predicate)
    }

    /// Traps when `index` is negative.
    @inlinable public func output(at index: Int) -> Optional<Wrapped>.Publisher {
        precondition(index >= 0, "index must not be negative")
        return index == 0 ? self : Optional.Publisher(nil)
    }

    /// The value, if the range contains 0. Traps when the range begins below 0 or, as Apple's does, when it ends
    /// within two of the greatest number; a range without an end is one of these.
    @inlinable public func output<R: RangeExpression>(
        in range: R
    ) -> Optional<Wrapped>.Publisher where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, "lowerBound must not be negative")
        precondition(range.upperBound < Int.max - 1, "upperBound is too great")
        return range.contains(0) ? self : Optional.Publisher(nil)
    }
}
