import TernCombine

extension Names {
    static func reducing() {
        let reduce: Publishers.Reduce<Source, String> = source.reduce("") { $0 + "\($1)" }
        Publishers.Reduce(
            upstream: reduce.upstream, initial: reduce.initial, nextPartialResult: reduce.nextPartialResult
        ).receive(subscriber: subscriber())
        let tryReduce: Publishers.TryReduce<Source, String> = source.tryReduce("") { $0 + "\($1)" }
        Publishers.TryReduce(
            upstream: tryReduce.upstream, initial: tryReduce.initial, nextPartialResult: tryReduce.nextPartialResult
        ).receive(subscriber: subscriber())
        let scan: Publishers.Scan<Source, String> = source.scan("") { $0 + "\($1)" }
        Publishers.Scan(
            upstream: scan.upstream, initialResult: scan.initialResult, nextPartialResult: scan.nextPartialResult
        ).receive(subscriber: subscriber())
        let tryScan: Publishers.TryScan<Source, String> = source.tryScan("") { $0 + "\($1)" }
        Publishers.TryScan(
            upstream: tryScan.upstream, initialResult: tryScan.initialResult,
            nextPartialResult: tryScan.nextPartialResult
        ).receive(subscriber: subscriber())

        let count: Publishers.Count<Source> = source.count()
        let sameCount = Publishers.Count(upstream: count.upstream)
        _ = sameCount == count
        sameCount.receive(subscriber: subscriber())
        let collect: Publishers.Collect<Source> = source.collect()
        let sameCollect = Publishers.Collect(upstream: collect.upstream)
        _ = sameCollect == collect
        sameCollect.receive(subscriber: subscriber())
        let byCount: Publishers.CollectByCount<Source> = source.collect(2)
        let sameByCount = Publishers.CollectByCount(upstream: byCount.upstream, count: byCount.count)
        _ = sameByCount == byCount
        sameByCount.receive(subscriber: subscriber())
    }

    static func comparing() {
        let comparison: Publishers.Comparison<Source> = source.max()
        let _: [Publishers.Comparison<Source>] = [source.min(), source.min(by: <), source.max(by: <)]
        Publishers.Comparison(
            upstream: comparison.upstream, areInIncreasingOrder: comparison.areInIncreasingOrder
        ).receive(subscriber: subscriber())
        let tryComparison: Publishers.TryComparison<Source> = source.tryMax(by: { $0 < $1 })
        let _: Publishers.TryComparison<Source> = source.tryMin(by: { $0 < $1 })
        Publishers.TryComparison(
            upstream: tryComparison.upstream, areInIncreasingOrder: tryComparison.areInIncreasingOrder
        ).receive(subscriber: subscriber())
    }

    static func searching() {
        let all: Publishers.AllSatisfy<Source> = source.allSatisfy { $0 > 0 }
        Publishers.AllSatisfy(upstream: all.upstream, predicate: all.predicate).receive(subscriber: subscriber())
        let tryAll: Publishers.TryAllSatisfy<Source> = source.tryAllSatisfy { $0 > 0 }
        Publishers.TryAllSatisfy(upstream: tryAll.upstream, predicate: tryAll.predicate)
            .receive(subscriber: subscriber())

        let contains: Publishers.Contains<Source> = source.contains(1)
        let same = Publishers.Contains(upstream: contains.upstream, output: contains.output)
        _ = same == contains
        same.receive(subscriber: subscriber())
        let containsWhere: Publishers.ContainsWhere<Source> = source.contains(where: { $0 > 0 })
        Publishers.ContainsWhere(upstream: containsWhere.upstream, predicate: containsWhere.predicate)
            .receive(subscriber: subscriber())
        let tryContains: Publishers.TryContainsWhere<Source> = source.tryContains(where: { $0 > 0 })
        Publishers.TryContainsWhere(upstream: tryContains.upstream, predicate: tryContains.predicate)
            .receive(subscriber: subscriber())
    }

    static func ends() {
        let first: Publishers.First<Source> = source.first()
        let sameFirst = Publishers.First(upstream: first.upstream)
        _ = sameFirst == first
        sameFirst.receive(subscriber: subscriber())
        let firstWhere: Publishers.FirstWhere<Source> = source.first(where: { $0 > 0 })
        Publishers.FirstWhere(upstream: firstWhere.upstream, predicate: firstWhere.predicate)
            .receive(subscriber: subscriber())
        let tryFirst: Publishers.TryFirstWhere<Source> = source.tryFirst(where: { $0 > 0 })
        Publishers.TryFirstWhere(upstream: tryFirst.upstream, predicate: tryFirst.predicate)
            .receive(subscriber: subscriber())

        let last: Publishers.Last<Source> = source.last()
        let sameLast = Publishers.Last(upstream: last.upstream)
        _ = sameLast == last
        sameLast.receive(subscriber: subscriber())
        let lastWhere: Publishers.LastWhere<Source> = source.last(where: { $0 > 0 })
        Publishers.LastWhere(upstream: lastWhere.upstream, predicate: lastWhere.predicate)
            .receive(subscriber: subscriber())
        let tryLast: Publishers.TryLastWhere<Source> = source.tryLast(where: { $0 > 0 })
        Publishers.TryLastWhere(upstream: tryLast.upstream, predicate: tryLast.predicate)
            .receive(subscriber: subscriber())
    }

    static func replacing() {
        let empty: Publishers.ReplaceEmpty<Source> = source.replaceEmpty(with: 0)
        let sameEmpty = Publishers.ReplaceEmpty(upstream: empty.upstream, output: empty.output)
        _ = sameEmpty == empty
        sameEmpty.receive(subscriber: subscriber())
        let error: Publishers.ReplaceError<Source> = source.replaceError(with: 0)
        let sameError = Publishers.ReplaceError(upstream: error.upstream, output: error.output)
        _ = sameError == error
        sameError.receive(subscriber: subscriber())
    }
}
