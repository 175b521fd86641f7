import TernCombine

extension Names {
    typealias Array<Element, Failure: Error> = Publishers.Sequence<[Element], Failure>

    static func sequence() {
        let plain: Publishers.Sequence<[Int], Never> = [1, 2].publisher
        let failing: Publishers.Sequence<[Int], Failed> = Publishers.Sequence(sequence: plain.sequence)
        _ = plain == [3].publisher
        plain.receive(subscriber: subscriber())
        let _: Publishers.Sequence<Range<Int>, Never> = (0..<3).publisher
        let _: Publishers.Sequence<Set<Int>, Never> = Set([1]).publisher
        let _: Publishers.Sequence<String, Never> = "text".publisher

        let _: Array<String, Never> = plain.map { "\($0)" }
        let _: Array<String, Never> = plain.compactMap { "\($0)" }
        let _: Array<Int, Failed> = failing.filter { $0 > 0 }
        let _: Array<String, Never> = plain.scan("") { $0 + "\($1)" }
        let _: Array<Int?, Never> = [1, nil].publisher.replaceNil(with: 0)
        let _: Publishers.Sequence<Range<Int>, Failed> = (0..<3).publisher.setFailureType(to: Failed.self)
        let _: Array<Int, Never> = plain.removeDuplicates()

        let _: Result<Bool, Failed>.Publisher = failing.allSatisfy { $0 > 0 }
        let _: Result<Bool, any Error>.Publisher = failing.tryAllSatisfy { $0 > 0 }
        let _: Result<Bool, Failed>.Publisher = failing.contains(1)
        let _: Result<Bool, Failed>.Publisher = failing.contains { $0 > 0 }
        let _: Result<Bool, any Error>.Publisher = failing.tryContains { $0 > 0 }
        let _: Result<[Int], Failed>.Publisher = failing.collect()
        let _: Result<String, Failed>.Publisher = failing.reduce("") { $0 + "\($1)" }
        let _: Result<String, any Error>.Publisher = failing.tryReduce("") { $0 + "\($1)" }
        let _: Empty<Int, Failed> = failing.ignoreOutput()

        let _: Publishers.Sequence<DropWhileSequence<Range<Int>>, Never> = (0..<3).publisher.drop { $0 > 0 }
        let _: Publishers.Sequence<DropFirstSequence<Range<Int>>, Never> = (0..<3).publisher.dropFirst()
        let _: Publishers.Sequence<PrefixSequence<Range<Int>>, Never> = (0..<3).publisher.prefix(2)
        let _: Array<Int, Never> = (0..<3).publisher.prefix { $0 > 0 }
        let _: Optional<Int>.Publisher = plain.min()
        let _: Optional<Int>.Publisher = plain.min(by: <)
        let _: Optional<Int>.Publisher = plain.max()
        let _: Optional<Int>.Publisher = plain.max(by: <)
        let _: Optional<Int>.Publisher = plain.first { $0 > 0 }
    }

    static func collections() {
        let array = [1, 2].publisher
        let failing = array.setFailureType(to: Failed.self)
        let set = Set([1, 2]).publisher
        let text = "text".publisher
        let _: Optional<Int>.Publisher = set.first()
        let _: Optional<Int>.Publisher = array.first()
        let _: Optional<Character>.Publisher = text.last()
        let _: Optional<Character>.Publisher = text.last { $0 > "a" }

        let _: Result<Int, Never>.Publisher = set.count()
        let _: Result<Int, Failed>.Publisher = failing.count()
        let _: Just<Int> = array.count()
        let _: Optional<Character>.Publisher = text.output(at: text.sequence.startIndex)
        let _: Optional<Int>.Publisher = array.output(at: 1)
        let _: Array<Character, Never> = text.output(in: text.sequence.startIndex..<text.sequence.endIndex)
        let _: Array<Int, Never> = array.output(in: 0..<1)

        let _: Publishers.Sequence<String, Never> = text.prepend("a", "b")
        let _: Array<Int, Failed> = failing.prepend([0])
        let _: Array<Int, Never> = array.prepend([0].publisher)
        let _: Publishers.Sequence<String, Never> = text.append("a", "b")
        let _: Array<Int, Failed> = failing.append(Set([0]))
        let _: Array<Int, Never> = array.append([0].publisher)
        // A sequence without these has those of all publishers.
        let _: Publishers.Concatenate<Array<Int, Never>, Publishers.Sequence<Range<Int>, Never>> =
            (0..<3).publisher.prepend(7)
        let _: Publishers.First<Array<Int, Failed>> = failing.first()
        let _: Publishers.TryMap<Array<Int, Never>, Int> = array.tryMap { $0 }
    }
}
