// What operators make of one value is known at once: no operator runs, and the type says what is left to happen. The
// closures run here and now, once, and whether a publisher is ever subscribed to.

extension Just where Output: Comparable {
    @inlinable public func min() -> Just<Output> { self }
    @inlinable public func max() -> Just<Output> { self }
}

extension Just where Output: Equatable {
    @inlinable public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }
    @inlinable public func removeDuplicates() -> Just<Output> { self }
}

extension Just {
    @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    @inlinable public func tryContains(
        where predicate: (Output) throws -> Bool
    ) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    @inlinable public func collect() -> Just<[Output]> { Just<[Output]>([output]) }
    @inlinable public func count() -> Just<Int> { Just<Int>(1) }
    @inlinable public func first() -> Just<Output> { self }
    @inlinable public func last() -> Just<Output> { self }
    @inlinable public func ignoreOutput() -> Empty<Output, Never> { Empty() }

    @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }
    @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }
    @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { self }

    /// Compares the value with itself, so that an error of the closure shows.
    @inlinable public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { output in
            _ = try predicate(output, output)
            return output
        }
    }

    @inlinable public func replaceError(with output: Output) -> Just<Output> { self }
    @inlinable public func replaceEmpty(with output: Output) -> Just<Output> { self }
    @inlinable public func retry(_ times: Int) -> Just<Output> { self }
}

extension Just {
    @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try transform(output) })
    }

    @inlinable public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(.success(output))
    }

    @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(.success(output))
    }

    @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
        Optional<T>.Publisher(transform(output))
    }

    @inlinable public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result<T, Never>.Publisher(.success(nextPartialResult(initialResult, output)))
    }

    @inlinable public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    @inlinable public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        reduce(initialResult, nextPartialResult)
    }

    @inlinable public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryReduce(initialResult, nextPartialResult)
    }
}

extension Just {
    @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
        optional.filter(isIncluded)
    }

    @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        optional.filter(predicate)
    }

    @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        optional.filter(predicate)
    }

    /// Traps when `count` is negative.
    @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
        optional.dropFirst(count)
    }

    @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        optional.drop(while: predicate)
    }

    /// Traps when `maxLength` is negative.
    @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
        optional.prefix(maxLength)
    }

    @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        optional.filter(predicate)
    }

    /// Traps when `index` is negative.
    @inlinable public func output(at index: Int) -> Optional<Output>.Publisher {
        optional.output(at: index)
    }

    /// The value, if the range begins at 0: as Apple's does, it asks for nothing else, also of a range that is empty.
    @inlinable public func output<R: RangeExpression>(
        in range: R
    ) -> Optional<Output>.Publisher where R.Bound == Int {
        Optional<Output>.Publisher(range.relative(to: 0..<Int.max).lowerBound == 0 ? output : nil)
    }

    @inlinable var optional: Optional<Output>.Publisher { Optional<Output>.Publisher(output) }
}

extension Just {
    @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        prepend(elements)
    }

    @inlinable public func prepend<S: Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
        Publishers.Sequence(sequence: elements + [output])
    }

    @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
        append(elements)
    }

    @inlinable public func append<S: Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<[Output], Never> where S.Element == Output {
        Publishers.Sequence(sequence: [output] + elements)
    }
}
