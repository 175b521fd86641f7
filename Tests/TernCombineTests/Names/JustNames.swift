import TernCombine

extension Names {
    static func just() {
        let just: Just<Int> = Just(1)
        let _: Int = just.output
        _ = just == Just(2)
        just.receive(subscriber: subscriber())

        let _: Just<String> = just.map { "\($0)" }
        let _: Result<Int, any Error>.Publisher = just.tryMap { $0 }
        let _: Result<Int, Failed>.Publisher = just.mapError(failure(of:))
        let _: Result<Int, Failed>.Publisher = just.setFailureType(to: Failed.self)
        let _: Optional<String>.Publisher = just.compactMap { "\($0)" }
        let _: Result<String, Never>.Publisher = just.reduce("") { $0 + "\($1)" }
        let _: Result<String, any Error>.Publisher = just.tryReduce("") { $0 + "\($1)" }
        let _: Result<String, Never>.Publisher = just.scan("") { $0 + "\($1)" }
        let _: Result<String, any Error>.Publisher = just.tryScan("") { $0 + "\($1)" }

        let _: Just<Bool> = just.allSatisfy { $0 > 0 }
        let _: Result<Bool, any Error>.Publisher = just.tryAllSatisfy { $0 > 0 }
        let _: Just<Bool> = just.contains(1)
        let _: Just<Bool> = just.contains { $0 > 0 }
        let _: Result<Bool, any Error>.Publisher = just.tryContains { $0 > 0 }
        let _: Just<[Int]> = just.collect()
        let _: Just<Int> = just.count()
        let _: Empty<Int, Never> = just.ignoreOutput()

        let _: Just<Int> = just.first()
        let _: Just<Int> = just.last()
        let _: Just<Int> = just.min()
        let _: Just<Int> = just.max()
        let _: Just<Int> = just.min(by: <)
        let _: Just<Int> = just.max(by: <)
        let _: Just<Int> = just.removeDuplicates()
        let _: Just<Int> = just.removeDuplicates(by: ==)
        let _: Result<Int, any Error>.Publisher = just.tryRemoveDuplicates { $0 == $1 }
        let _: Just<Int> = just.replaceError(with: 0)
        let _: Just<Int> = just.replaceEmpty(with: 0)
        let _: Just<Int> = just.retry(1)

        let _: Optional<Int>.Publisher = just.filter { $0 > 0 }
        let _: Optional<Int>.Publisher = just.first { $0 > 0 }
        let _: Optional<Int>.Publisher = just.last { $0 > 0 }
        let _: Optional<Int>.Publisher = just.dropFirst()
        let _: Optional<Int>.Publisher = just.drop { $0 > 0 }
        let _: Optional<Int>.Publisher = just.prefix(1)
        let _: Optional<Int>.Publisher = just.prefix { $0 > 0 }
        let _: Optional<Int>.Publisher = just.output(at: 0)
        let _: Optional<Int>.Publisher = just.output(in: 0..<1)
        let _: Optional<Int>.Publisher = just.output(in: ...1)

        let _: Publishers.Sequence<[Int], Never> = just.prepend(0, 1)
        let _: Publishers.Sequence<[Int], Never> = just.prepend([0, 1])
        let _: Publishers.Sequence<[Int], Never> = just.append(0, 1)
        let _: Publishers.Sequence<[Int], Never> = just.append(Set([0, 1]))
        // With a publisher they are the operators of all publishers.
        let _: Publishers.Concatenate<Just<Int>, Just<Int>> = just.append(Just(2))
        let _: Publishers.Concatenate<Just<Int>, Just<Int>> = just.prepend(Just(2))
    }
}
