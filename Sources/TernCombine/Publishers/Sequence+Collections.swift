// What only a collection can do at once. Where two constraints list the same operation, it is because Apple's do, and
// overload resolution, and so the inferred type, depends on it.

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    @inlinable public func first() -> Optional<Output>.Publisher { .init(sequence.first) }

    /// The element at `index`, if that is one of the collection's indices.
    @inlinable public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
        .init(sequence.indices.contains(index) ? sequence[index] : nil)
    }
}

extension Publishers.Sequence where Elements: Collection {
    @inlinable public func count() -> Result<Int, Failure>.Publisher { .init(.success(sequence.count)) }

    /// The elements in `range`, which must lie in the collection.
    @inlinable public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        .init(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    @inlinable public func last() -> Optional<Output>.Publisher { .init(sequence.last) }

    @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
        .init(sequence.last(where: predicate))
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
    @inlinable public func count() -> Just<Int> { Just(sequence.count) }

    /// The element at `index`, if that is one of the collection's indices.
    @inlinable public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
        .init(sequence.indices.contains(index) ? sequence[index] : nil)
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
    @inlinable public func count() -> Result<Int, Failure>.Publisher { .init(.success(sequence.count)) }

    /// The elements in `range`, which must lie in the collection.
    @inlinable public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        .init(sequence: Array(sequence[range]))
    }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
        prepend(elements)
    }

    @inlinable public func prepend<S: Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
        .init(sequence: elements + sequence)
    }

    @inlinable public func prepend(
        _ publisher: Publishers.Sequence<Elements, Failure>
    ) -> Publishers.Sequence<Elements, Failure> {
        .init(sequence: publisher.sequence + sequence)
    }

    @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
        append(elements)
    }

    @inlinable public func append<S: Sequence>(
        _ elements: S
    ) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
        .init(sequence: sequence + elements)
    }

    @inlinable public func append(
        _ publisher: Publishers.Sequence<Elements, Failure>
    ) -> Publishers.Sequence<Elements, Failure> {
        append(publisher.sequence)
    }
}
