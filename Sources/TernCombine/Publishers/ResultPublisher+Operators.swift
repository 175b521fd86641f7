// What operators make of one value or an error is known at once; see `Just`.

extension Result.Publisher where Success: Comparable {
    @inlinable public func min() -> Result<Success, Failure>.Publisher { self }
    @inlinable public func max() -> Result<Success, Failure>.Publisher { self }
}

extension Result.Publisher where Success: Equatable {
    @inlinable public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
        map { $0 == output }
    }

    @inlinable public func removeDuplicates() -> Result<Success, Failure>.Publisher { self }
}

extension Result.Publisher {
    @inlinable public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
        map(predicate)
    }

    @inlinable public func tryAllSatisfy(_ predicate: (Success) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    @inlinable public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
        map(predicate)
    }

    @inlinable public func tryContains(
        where predicate: (Success) throws -> Bool
    ) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    @inlinable public func collect() -> Result<[Success], Failure>.Publisher {
        map { [$0] }
    }

    @inlinable public func count() -> Result<Int, Failure>.Publisher {
        map { _ in 1 }
    }

    @inlinable public func first() -> Result<Success, Failure>.Publisher { self }
    @inlinable public func last() -> Result<Success, Failure>.Publisher { self }

    /// Finishes; as Apple's does, also in place of a failure.
    @inlinable public func ignoreOutput() -> Empty<Success, Failure> { Empty() }

    @inlinable public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
        switch result {
        case .success(let value): Result<Success, Never>.Publisher(.success(value))
        case .failure: Result<Success, Never>.Publisher(.success(output))
        }
    }

    @inlinable public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher { self }

    /// The same: the result is there already, and would be the same again.
    @inlinable public func retry(_ times: Int) -> Result<Success, Failure>.Publisher { self }
}

// One value has nothing to be compared with; only the throwing forms compare it with itself, so that an error of the
// closure shows.
extension Result.Publisher {
    @inlinable public func min(
        by areInIncreasingOrder: (Success, Success) -> Bool
    ) -> Result<Success, Failure>.Publisher {
        self
    }

    @inlinable public func max(
        by areInIncreasingOrder: (Success, Success) -> Bool
    ) -> Result<Success, Failure>.Publisher {
        self
    }

    @inlinable public func removeDuplicates(
        by predicate: (Success, Success) -> Bool
    ) -> Result<Success, Failure>.Publisher {
        self
    }

    @inlinable public func tryMin(
        by areInIncreasingOrder: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        compared(by: areInIncreasingOrder)
    }

    @inlinable public func tryMax(
        by areInIncreasingOrder: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        compared(by: areInIncreasingOrder)
    }

    @inlinable public func tryRemoveDuplicates(
        by predicate: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        compared(by: predicate)
    }

    @inlinable func compared(
        by comparison: (Success, Success) throws -> Bool
    ) -> Result<Success, any Error>.Publisher {
        tryMap { value in
            _ = try comparison(value, value)
            return value
        }
    }
}

extension Result.Publisher {
    @inlinable public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(result.map(transform))
    }

    @inlinable public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result<T, any Error> { try transform(try result.get()) })
    }

    @inlinable public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
        Result<Success, E>.Publisher(result.mapError(transform))
    }

    @inlinable public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    @inlinable public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    @inlinable public func scan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    @inlinable public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }
}

extension Result.Publisher where Failure == Never {
    @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
        switch result {
        case .success(let value): Result<Success, E>.Publisher(.success(value))
        }
    }
}
