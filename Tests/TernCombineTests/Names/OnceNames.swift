import TernCombine

extension Names {
    static func optional() {
        let optional: Optional<Int>.Publisher = Optional(1).publisher
        let _: Int? = optional.output
        _ = optional == Optional<Int>.Publisher(nil)
        optional.receive(subscriber: subscriber())

        let _: Optional<String>.Publisher = optional.map { "\($0)" }
        let _: Optional<String>.Publisher = optional.compactMap { "\($0)" }
        let _: Optional<String>.Publisher = optional.reduce("") { $0 + "\($1)" }
        let _: Optional<String>.Publisher = optional.scan("") { $0 + "\($1)" }
        let _: Optional<Int>.Publisher = optional.filter { $0 > 0 }
        let _: Optional<Bool>.Publisher = optional.allSatisfy { $0 > 0 }
        let _: Optional<Bool>.Publisher = optional.contains(1)
        let _: Optional<Bool>.Publisher = optional.contains { $0 > 0 }
        let _: Optional<[Int]>.Publisher = optional.collect()
        let _: Optional<Int>.Publisher = optional.count()
        let _: Empty<Int, Never> = optional.ignoreOutput()

        let _: Optional<Int>.Publisher = optional.first()
        let _: Optional<Int>.Publisher = optional.first { $0 > 0 }
        let _: Optional<Int>.Publisher = optional.last()
        let _: Optional<Int>.Publisher = optional.last { $0 > 0 }
        let _: Optional<Int>.Publisher = optional.min()
        let _: Optional<Int>.Publisher = optional.min(by: <)
        let _: Optional<Int>.Publisher = optional.max()
        let _: Optional<Int>.Publisher = optional.max(by: <)
        let _: Optional<Int>.Publisher = optional.removeDuplicates()
        let _: Optional<Int>.Publisher = optional.removeDuplicates(by: ==)
        let _: Optional<Int>.Publisher = optional.dropFirst(2)
        let _: Optional<Int>.Publisher = optional.drop { $0 > 0 }
        let _: Optional<Int>.Publisher = optional.prefix(1)
        let _: Optional<Int>.Publisher = optional.prefix { $0 > 0 }
        let _: Optional<Int>.Publisher = optional.output(at: 0)
        let _: Optional<Int>.Publisher = optional.output(in: 0..<1)
        let _: Just<Int> = optional.replaceEmpty(with: 0)
        let _: Optional<Int>.Publisher = optional.replaceError(with: 0)
        let _: Optional<Int>.Publisher = optional.retry(1)
    }

    static func result() {
        let publisher: Result<Int, Failed>.Publisher = Result<Int, Failed>.success(1).publisher
        let _: Result<Int, Failed> = publisher.result
        _ = publisher == Result<Int, Failed>.Publisher(1)
        _ = Result<Int, Failed>.Publisher(Failed())
        _ = Result<Int, Failed>.Publisher(.success(1))
        publisher.receive(subscriber: subscriber())

        let _: Result<String, Failed>.Publisher = publisher.map { "\($0)" }
        let _: Result<String, any Error>.Publisher = publisher.tryMap { "\($0)" }
        let _: Result<Int, Other>.Publisher = publisher.mapError { _ in Other() }
        let _: Result<Int, Other>.Publisher = Result<Int, Never>.Publisher(1).setFailureType(to: Other.self)
        let _: Result<String, Failed>.Publisher = publisher.reduce("") { $0 + "\($1)" }
        let _: Result<String, any Error>.Publisher = publisher.tryReduce("") { $0 + "\($1)" }
        let _: Result<String, Failed>.Publisher = publisher.scan("") { $0 + "\($1)" }
        let _: Result<String, any Error>.Publisher = publisher.tryScan("") { $0 + "\($1)" }

        let _: Result<Bool, Failed>.Publisher = publisher.allSatisfy { $0 > 0 }
        let _: Result<Bool, any Error>.Publisher = publisher.tryAllSatisfy { $0 > 0 }
        let _: Result<Bool, Failed>.Publisher = publisher.contains(1)
        let _: Result<Bool, Failed>.Publisher = publisher.contains { $0 > 0 }
        let _: Result<Bool, any Error>.Publisher = publisher.tryContains { $0 > 0 }
        let _: Result<[Int], Failed>.Publisher = publisher.collect()
        let _: Result<Int, Failed>.Publisher = publisher.count()
        let _: Empty<Int, Failed> = publisher.ignoreOutput()

        let _: Result<Int, Failed>.Publisher = publisher.first()
        let _: Result<Int, Failed>.Publisher = publisher.last()
        let _: Result<Int, Failed>.Publisher = publisher.min()
        let _: Result<Int, Failed>.Publisher = publisher.min(by: <)
        let _: Result<Int, any Error>.Publisher = publisher.tryMin { $0 < $1 }
        let _: Result<Int, Failed>.Publisher = publisher.max()
        let _: Result<Int, Failed>.Publisher = publisher.max(by: <)
        let _: Result<Int, any Error>.Publisher = publisher.tryMax { $0 < $1 }
        let _: Result<Int, Failed>.Publisher = publisher.removeDuplicates()
        let _: Result<Int, Failed>.Publisher = publisher.removeDuplicates(by: ==)
        let _: Result<Int, any Error>.Publisher = publisher.tryRemoveDuplicates { $0 == $1 }
        let _: Result<Int, Never>.Publisher = publisher.replaceError(with: 0)
        let _: Result<Int, Failed>.Publisher = publisher.replaceEmpty(with: 0)
        let _: Result<Int, Failed>.Publisher = publisher.retry(1)
        // What it has no overload for is the operator of all publishers.
        let _: Publishers.Filter<Result<Int, Failed>.Publisher> = publisher.filter { $0 > 0 }
        let _: Publishers.CompactMap<Result<Int, Failed>.Publisher, Int> = publisher.compactMap { $0 }
    }
}
