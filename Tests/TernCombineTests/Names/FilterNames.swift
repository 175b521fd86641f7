import TernCombine

// Each operator's publisher is made once by the operator, whose type is stated, and once by its initializer, from its own
// properties.
extension Names {
    static func mapping() {
        let map: Publishers.Map<Source, String> = source.map { "\($0)" }
        Publishers.Map(upstream: map.upstream, transform: map.transform).receive(subscriber: subscriber())
        let tryMap: Publishers.TryMap<Source, String> = source.tryMap { "\($0)" }
        Publishers.TryMap(upstream: tryMap.upstream, transform: tryMap.transform).receive(subscriber: subscriber())
        let _: Publishers.Map<Source, Int> = map.map { $0.count }
        let _: Publishers.TryMap<Source, Int> = map.tryMap { $0.count }
        let _: Publishers.TryMap<Source, Int> = tryMap.map { $0.count }
        let _: Publishers.TryMap<Source, Int> = tryMap.tryMap { $0.count }

        let compactMap: Publishers.CompactMap<Source, Int> = source.compactMap { Int("\($0)") }
        Publishers.CompactMap(upstream: compactMap.upstream, transform: compactMap.transform)
            .receive(subscriber: subscriber())
        let tryCompactMap: Publishers.TryCompactMap<Source, Int> = source.tryCompactMap { Int("\($0)") }
        Publishers.TryCompactMap(upstream: tryCompactMap.upstream, transform: tryCompactMap.transform)
            .receive(subscriber: subscriber())
        let _: Publishers.CompactMap<Source, String> = compactMap.map { "\($0)" }
        let _: Publishers.CompactMap<Source, String> = compactMap.compactMap { "\($0)" }
        let _: Publishers.TryCompactMap<Source, String> = tryCompactMap.compactMap { "\($0)" }

        let _: Publishers.Map<PassthroughSubject<Int?, Never>, Int> = PassthroughSubject<Int?, Never>()
            .replaceNil(with: 0)
        let mapError: Publishers.MapError<Source, Other> = source.mapError { _ in Other() }
        Publishers.MapError(upstream: mapError.upstream, transform: mapError.transform)
            .receive(subscriber: subscriber())
        _ = Publishers.MapError(upstream: source, { _ in Other() })
        let setFailureType: Publishers.SetFailureType<Empty<Int, Never>, Failed> = Empty<Int, Never>()
            .setFailureType(to: Failed.self)
        let same = Publishers.SetFailureType<Empty<Int, Never>, Failed>(upstream: setFailureType.upstream)
        _ = same == setFailureType
        same.receive(subscriber: subscriber())
        let _: Publishers.SetFailureType<Empty<Int, Never>, Other> = setFailureType.setFailureType(to: Other.self)
    }

    static func keyPaths(_ points: PassthroughSubject<Point, Failed>) {
        let one: Publishers.MapKeyPath<PassthroughSubject<Point, Failed>, Int> = points.map(\.x)
        _ = (one.upstream, one.keyPath)
        one.receive(subscriber: subscriber())
        let two: Publishers.MapKeyPath2<PassthroughSubject<Point, Failed>, Int, Int> = points.map(\.x, \.y)
        _ = (two.upstream, two.keyPath0, two.keyPath1)
        two.receive(subscriber: subscriber())
        let three: Publishers.MapKeyPath3<PassthroughSubject<Point, Failed>, Int, Int, Int> =
            points.map(\.x, \.y, \.z)
        _ = (three.upstream, three.keyPath0, three.keyPath1, three.keyPath2)
        three.receive(subscriber: subscriber())
        let _: AnyCancellable = three.sink(receiveCompletion: { _ in }) { (x: Int, y: Int, z: Int) in }
    }

    static func filtering() {
        let filter: Publishers.Filter<Source> = source.filter { $0 > 0 }
        Publishers.Filter(upstream: filter.upstream, isIncluded: filter.isIncluded).receive(subscriber: subscriber())
        let tryFilter: Publishers.TryFilter<Source> = source.tryFilter { $0 > 0 }
        Publishers.TryFilter(upstream: tryFilter.upstream, isIncluded: tryFilter.isIncluded)
            .receive(subscriber: subscriber())
        let _: Publishers.Filter<Source> = filter.filter { $0 > 0 }
        let _: Publishers.TryFilter<Source> = filter.tryFilter { $0 > 0 }
        let _: Publishers.TryFilter<Source> = tryFilter.filter { $0 > 0 }
        let _: Publishers.TryFilter<Source> = tryFilter.tryFilter { $0 > 0 }

        let duplicates: Publishers.RemoveDuplicates<Source> = source.removeDuplicates()
        let _: Publishers.RemoveDuplicates<Source> = source.removeDuplicates(by: ==)
        Publishers.RemoveDuplicates(upstream: duplicates.upstream, predicate: duplicates.predicate)
            .receive(subscriber: subscriber())
        let tryDuplicates: Publishers.TryRemoveDuplicates<Source> = source.tryRemoveDuplicates(by: { $0 == $1 })
        Publishers.TryRemoveDuplicates(upstream: tryDuplicates.upstream, predicate: tryDuplicates.predicate)
            .receive(subscriber: subscriber())

        let ignore: Publishers.IgnoreOutput<Source> = source.ignoreOutput()
        let same = Publishers.IgnoreOutput(upstream: ignore.upstream)
        _ = same == ignore
        let none: AnySubscriber<Never, Failed> = subscriber()
        same.receive(subscriber: none)
    }

    static func dropping() {
        let drop: Publishers.Drop<Source> = source.dropFirst()
        let same = Publishers.Drop(upstream: drop.upstream, count: drop.count)
        _ = same == source.dropFirst(2)
        same.receive(subscriber: subscriber())
        let dropWhile: Publishers.DropWhile<Source> = source.drop(while: { $0 > 0 })
        Publishers.DropWhile(upstream: dropWhile.upstream, predicate: dropWhile.predicate)
            .receive(subscriber: subscriber())
        let tryDrop: Publishers.TryDropWhile<Source> = source.tryDrop(while: { $0 > 0 })
        Publishers.TryDropWhile(upstream: tryDrop.upstream, predicate: tryDrop.predicate)
            .receive(subscriber: subscriber())
        let until: Publishers.DropUntilOutput<Source, Second> = source.drop(untilOutputFrom: second)
        let sameUntil = Publishers.DropUntilOutput(upstream: until.upstream, other: until.other)
        _ = sameUntil == until
        sameUntil.receive(subscriber: subscriber())
    }

    static func prefixing() {
        let prefixWhile: Publishers.PrefixWhile<Source> = source.prefix(while: { $0 > 0 })
        Publishers.PrefixWhile(upstream: prefixWhile.upstream, predicate: prefixWhile.predicate)
            .receive(subscriber: subscriber())
        let tryPrefix: Publishers.TryPrefixWhile<Source> = source.tryPrefix(while: { $0 > 0 })
        Publishers.TryPrefixWhile(upstream: tryPrefix.upstream, predicate: tryPrefix.predicate)
            .receive(subscriber: subscriber())
        // The other publisher may fail with another error.
        let until: Publishers.PrefixUntilOutput<Source, Just<String>> = source.prefix(untilOutputFrom: Just(""))
        Publishers.PrefixUntilOutput(upstream: until.upstream, other: until.other).receive(subscriber: subscriber())

        let output: Publishers.Output<Source> = source.prefix(1)
        let _: Publishers.Output<Source> = source.output(at: 1)
        let _: Publishers.Output<Source> = source.output(in: 1...)
        let _: CountableRange<Int> = output.range
        let same = Publishers.Output(upstream: output.upstream, range: output.range)
        _ = same == output
        same.receive(subscriber: subscriber())
    }
}
