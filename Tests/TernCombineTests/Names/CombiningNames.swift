import TernCombine

extension Names {
    static func combiningLatest() {
        let two: Publishers.CombineLatest<Source, Second> = source.combineLatest(second)
        _ = Publishers.CombineLatest(two.a, two.b) == two
        two.receive(subscriber: subscriber())
        let three: Publishers.CombineLatest3<Source, Second, Second> = source.combineLatest(second, second)
        _ = Publishers.CombineLatest3(three.a, three.b, three.c) == three
        three.receive(subscriber: subscriber())
        let four: Publishers.CombineLatest4<Source, Second, Second, Second> =
            source.combineLatest(second, second, second)
        _ = Publishers.CombineLatest4(four.a, four.b, four.c, four.d) == four
        four.receive(subscriber: subscriber())

        let _: Publishers.Map<Publishers.CombineLatest<Source, Second>, String> =
            source.combineLatest(second) { (a: Int, b: Int) in "\(a + b)" }
        let _: Publishers.Map<Publishers.CombineLatest3<Source, Second, Second>, Int> =
            source.combineLatest(second, second) { $0 + $1 + $2 }
        let _: Publishers.Map<Publishers.CombineLatest4<Source, Second, Second, Second>, Int> =
            source.combineLatest(second, second, second) { $0 + $1 + $2 + $3 }
        // A tuple comes out, which a closure of as many parameters takes.
        let _: AnyCancellable = three.map { a, b, c in a + b + c }
            .sink(receiveCompletion: { _ in }, receiveValue: { (_: Int) in })
    }

    static func zipping() {
        let two: Publishers.Zip<Source, Second> = source.zip(second)
        _ = Publishers.Zip(two.a, two.b) == two
        two.receive(subscriber: subscriber())
        let three: Publishers.Zip3<Source, Second, Second> = source.zip(second, second)
        _ = Publishers.Zip3(three.a, three.b, three.c) == three
        three.receive(subscriber: subscriber())
        let four: Publishers.Zip4<Source, Second, Second, Second> = source.zip(second, second, second)
        _ = Publishers.Zip4(four.a, four.b, four.c, four.d) == four
        four.receive(subscriber: subscriber())

        let _: Publishers.Map<Publishers.Zip<Source, Second>, String> =
            source.zip(second) { (a: Int, b: Int) in "\(a + b)" }
        let _: Publishers.Map<Publishers.Zip3<Source, Second, Second>, Int> =
            source.zip(second, second) { $0 + $1 + $2 }
        let _: Publishers.Map<Publishers.Zip4<Source, Second, Second, Second>, Int> =
            source.zip(second, second, second) { $0 + $1 + $2 + $3 }
    }

    static func flattening() {
        let flatMap: Publishers.FlatMap<Second, Source> = source.flatMap { _ in second }
        let _: Publishers.FlatMap<Second, Source> = source.flatMap(maxPublishers: .max(1)) { _ in second }
        Publishers.FlatMap(
            upstream: flatMap.upstream, maxPublishers: flatMap.maxPublishers, transform: flatMap.transform
        ).receive(subscriber: subscriber())
        // One side that can't fail takes the other's failure.
        let _: Publishers.FlatMap<Publishers.SetFailureType<Just<Int>, Failed>, Source> = source.flatMap { Just($0) }
        let _: Publishers.FlatMap<Second, Publishers.SetFailureType<Just<Int>, Failed>> =
            Just(1).flatMap { _ in second }
        let _: Publishers.FlatMap<Just<Int>, PassthroughSubject<Int, Never>> =
            PassthroughSubject<Int, Never>().flatMap { Just($0) }

        let latest: Publishers.SwitchToLatest<Second, Publishers.Map<Source, Second>> =
            source.map { _ in second }.switchToLatest()
        Publishers.SwitchToLatest(upstream: latest.upstream).receive(subscriber: subscriber())
        let never = Empty<Just<Int>, Never>()
        let _: Publishers.SwitchToLatest<Just<Int>, Empty<Just<Int>, Never>> = never.switchToLatest()
        let _:
            Publishers.SwitchToLatest<
                Publishers.SetFailureType<Just<Int>, Failed>,
                Publishers.Map<Empty<Just<Int>, Failed>, Publishers.SetFailureType<Just<Int>, Failed>>
            > = Empty<Just<Int>, Failed>().switchToLatest()
        let _: Publishers.SwitchToLatest<Second, Publishers.SetFailureType<Empty<Second, Never>, Failed>> =
            Empty<Second, Never>().switchToLatest()
    }

    static func concatenating() {
        let append: Publishers.Concatenate<Source, Second> = source.append(second)
        let same = Publishers.Concatenate(prefix: append.prefix, suffix: append.suffix)
        _ = same == append
        same.receive(subscriber: subscriber())
        let _: Publishers.Concatenate<Source, Publishers.Sequence<[Int], Failed>> = source.append(1, 2)
        let _: Publishers.Concatenate<Source, Publishers.Sequence<Range<Int>, Failed>> = source.append(0..<3)
        let _: Publishers.Concatenate<Second, Source> = source.prepend(second)
        let _: Publishers.Concatenate<Publishers.Sequence<[Int], Failed>, Source> = source.prepend(1, 2)
        let _: Publishers.Concatenate<Publishers.Sequence<Range<Int>, Failed>, Source> = source.prepend(0..<3)
    }

    static func recovering() {
        let recover: Publishers.Catch<Source, Just<Int>> = source.catch { (_: Failed) in Just(0) }
        Publishers.Catch(upstream: recover.upstream, handler: recover.handler).receive(subscriber: subscriber())
        let tryCatch: Publishers.TryCatch<Source, Second> = source.tryCatch { _ in second }
        Publishers.TryCatch(upstream: tryCatch.upstream, handler: tryCatch.handler)
            .receive(subscriber: subscriber())
        let retry: Publishers.Retry<Source> = source.retry(2)
        let _: Int? = retry.retries
        let same = Publishers.Retry(upstream: retry.upstream, retries: nil)
        _ = same == retry
        same.receive(subscriber: subscriber())
        let sure: Publishers.AssertNoFailure<Source> = source.assertNoFailure()
        let _: Publishers.AssertNoFailure<Source> = source.assertNoFailure("prefix", file: #file, line: #line)
        Publishers.AssertNoFailure(upstream: sure.upstream, prefix: sure.prefix, file: sure.file, line: sure.line)
            .receive(subscriber: subscriber())
    }
}
