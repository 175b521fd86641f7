import TernCombine

extension Names {
    static func merging() {
        let merge2: Publishers.Merge<Source, Second> = source.merge(with: second)
        _ = Publishers.Merge(merge2.a, merge2.b) == merge2
        merge2.receive(subscriber: subscriber())
        let merge3: Publishers.Merge3<Source, Second, Second> = source.merge(with: second, second)
        _ = Publishers.Merge3(merge3.a, merge3.b, merge3.c) == merge3
        merge3.receive(subscriber: subscriber())
        let merge4: Publishers.Merge4<Source, Second, Second, Second> = source.merge(with: second, second, second)
        _ = Publishers.Merge4(merge4.a, merge4.b, merge4.c, merge4.d) == merge4
        merge4.receive(subscriber: subscriber())
        let merge5: Publishers.Merge5<Source, Second, Second, Second, Second> =
            source.merge(with: second, second, second, second)
        _ = Publishers.Merge5(merge5.a, merge5.b, merge5.c, merge5.d, merge5.e) == merge5
        merge5.receive(subscriber: subscriber())
        let merge6: Publishers.Merge6<Source, Second, Second, Second, Second, Second> =
            source.merge(with: second, second, second, second, second)
        _ = Publishers.Merge6(merge6.a, merge6.b, merge6.c, merge6.d, merge6.e, merge6.f) == merge6
        merge6.receive(subscriber: subscriber())
        let merge7: Publishers.Merge7<Source, Second, Second, Second, Second, Second, Second> =
            source.merge(with: second, second, second, second, second, second)
        _ = Publishers.Merge7(merge7.a, merge7.b, merge7.c, merge7.d, merge7.e, merge7.f, merge7.g) == merge7
        merge7.receive(subscriber: subscriber())
        let merge8: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            source.merge(with: second, second, second, second, second, second, second)
        _ = Publishers.Merge8(merge8.a, merge8.b, merge8.c, merge8.d, merge8.e, merge8.f, merge8.g, merge8.h) == merge8
        merge8.receive(subscriber: subscriber())

        let many: Publishers.MergeMany<Source> = source.merge(with: source)
        let same = Publishers.MergeMany(many.publishers)
        _ = same == Publishers.MergeMany(source, source, source)
        let _: Publishers.MergeMany<Source> = same.merge(with: source)
        same.receive(subscriber: subscriber())
    }

    static func mergingOn() {
        let merge2 = Publishers.Merge(source, second)
        let _: Publishers.Merge3<Source, Second, Second> = merge2.merge(with: second)
        let _: Publishers.Merge4<Source, Second, Second, Second> = merge2.merge(with: second, second)
        let _: Publishers.Merge5<Source, Second, Second, Second, Second> = merge2.merge(with: second, second, second)
        let _: Publishers.Merge6<Source, Second, Second, Second, Second, Second> =
            merge2.merge(with: second, second, second, second)
        let _: Publishers.Merge7<Source, Second, Second, Second, Second, Second, Second> =
            merge2.merge(with: second, second, second, second, second)
        let _: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            merge2.merge(with: second, second, second, second, second, second)
        let merge3 = Publishers.Merge3(source, second, second)
        let _: Publishers.Merge4<Source, Second, Second, Second> = merge3.merge(with: second)
        let _: Publishers.Merge5<Source, Second, Second, Second, Second> = merge3.merge(with: second, second)
        let _: Publishers.Merge6<Source, Second, Second, Second, Second, Second> =
            merge3.merge(with: second, second, second)
        let _: Publishers.Merge7<Source, Second, Second, Second, Second, Second, Second> =
            merge3.merge(with: second, second, second, second)
        let _: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            merge3.merge(with: second, second, second, second, second)
        let merge4 = Publishers.Merge4(source, second, second, second)
        let _: Publishers.Merge5<Source, Second, Second, Second, Second> = merge4.merge(with: second)
        let _: Publishers.Merge6<Source, Second, Second, Second, Second, Second> = merge4.merge(with: second, second)
        let _: Publishers.Merge7<Source, Second, Second, Second, Second, Second, Second> =
            merge4.merge(with: second, second, second)
        let _: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            merge4.merge(with: second, second, second, second)
        let merge5 = Publishers.Merge5(source, second, second, second, second)
        let _: Publishers.Merge6<Source, Second, Second, Second, Second, Second> = merge5.merge(with: second)
        let _: Publishers.Merge7<Source, Second, Second, Second, Second, Second, Second> =
            merge5.merge(with: second, second)
        let _: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            merge5.merge(with: second, second, second)
        let merge6 = Publishers.Merge6(source, second, second, second, second, second)
        let _: Publishers.Merge7<Source, Second, Second, Second, Second, Second, Second> = merge6.merge(with: second)
        let _: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            merge6.merge(with: second, second)
        let merge7 = Publishers.Merge7(source, second, second, second, second, second, second)
        let _: Publishers.Merge8<Source, Second, Second, Second, Second, Second, Second, Second> =
            merge7.merge(with: second)
    }
}
