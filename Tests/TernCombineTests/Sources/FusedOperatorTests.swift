import Testing
import TernCombine

/// The operators of sources whose outcome is known: the types are Apple's, and so are the values.
@Suite struct FusedOperatorTests {
    typealias Oops = SourceTesting.Oops

    static func impossible(_: Never) -> Oops {}
    static func throwing<T, U>(_: T) throws -> U { throw Oops() }
    static func throwing<T, U>(_: T, _: U) throws -> Bool { throw Oops() }

    @Test func `operators on one value make publishers of one value`() throws {
        let just = Just(4)
        let same: [Just<Int>] = [
            just.min(), just.max(), just.min(by: >), just.max(by: >), just.removeDuplicates(),
            just.removeDuplicates(by: ==), just.first(), just.last(), just.replaceError(with: 1),
            just.replaceEmpty(with: 1), just.retry(.max),
        ]
        #expect(same.allSatisfy { $0 == just })
        let flags: [Just<Bool>] = [just.contains(4), just.contains { $0 == 4 }, just.allSatisfy { $0 == 4 }]
        #expect(flags.allSatisfy { $0.output })
        #expect(just.collect() == Just([4]))
        #expect(just.count() == Just(1))
        #expect(just.map(String.init) == Just("4"))
        let empty: Empty<Int, Never> = just.ignoreOutput()
        #expect(empty.completeImmediately)
        let sums: [Result<Int, Never>.Publisher] = [just.reduce(2, +), just.scan(2, +)]
        #expect(sums.allSatisfy { $0.result == .success(6) })
        let mapped: Result<Int, Oops>.Publisher = just.mapError(Self.impossible)
        #expect(mapped == just.setFailureType(to: Oops.self))
        let tried: [Result<Int, any Error>.Publisher] = [
            just.tryMap { $0 + 1 }, just.tryReduce(1, +), just.tryScan(1, +),
            just.map { $0 + 1 }.tryRemoveDuplicates(by: ==),
        ]
        #expect(try tried.allSatisfy { try $0.result.get() == 5 })
        #expect(throws: Oops.self) { try just.tryRemoveDuplicates(by: Self.throwing).result.get() }
        #expect(throws: Oops.self) { try just.tryAllSatisfy(Self.throwing).result.get() }
        #expect(throws: Oops.self) { try just.tryContains(where: Self.throwing).result.get() }
    }

    @Test func `operators that may drop one value make publishers of an optional`() {
        let some = Optional(12).publisher
        let none = Int?.none.publisher
        let just = Just(12)
        let all: [Int?.Publisher] = [
            just.filter { $0 > 0 }, just.first { $0 > 0 }, just.last { $0 > 0 }, just.drop { $0 < 0 },
            just.dropFirst(0),
            just.prefix(1), just.prefix { $0 > 0 }, just.output(at: 0), just.output(in: 0..<10), just.output(in: 0..<0),
            just.output(in: 0..<Int.max), just.compactMap { $0 }, some.output(in: ...0), some.output(in: ..<1),
            some.output(in: 0..<(Int.max - 2)), some.output(at: 0), some.prefix(1), some.dropFirst(0),
            some.drop { $0 < 0 }, some.filter { $0 > 0 }, some.min(), some.retry(2), some.replaceError(with: 1),
        ]
        for kept in all {
            #expect(kept == some)
        }
        let nothing: [Int?.Publisher] = [
            just.filter { $0 < 0 }, just.dropFirst(), just.drop { $0 > 0 }, just.prefix(0), just.output(at: 1),
            just.output(in: -10..<10), just.output(in: (-10)...), just.output(in: 1..<10), just.compactMap { _ in nil },
            some.output(in: 0..<0), some.output(in: ..<0), some.output(in: 1..<10), some.dropFirst(), some.prefix(0),
            none.dropFirst(), none.output(at: 0), none.first { _ in true }, none.count(),
        ]
        for dropped in nothing {
            #expect(dropped == none)
        }
        #expect(none.collect() == [Int]?.some([]).publisher)
        #expect(some.replaceEmpty(with: 1) == Just(12))
        #expect(none.replaceEmpty(with: 1) == Just(1))
        #expect(none.contains(1) == Bool?.none.publisher)
        #expect(some.reduce(1, +) == Optional(13).publisher)
        #expect(some.ignoreOutput().completeImmediately)
    }

    @Test func `counts and places that make no sense trap`() async {
        await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Optional(1).publisher.output(in: -1...4) }
        await #expect(processExitsWith: .failure) { _ = Optional(1).publisher.output(in: 0..<(Int.max - 1)) }
    }

    @Test func `operators on a result keep the failure and run nothing for it`() throws {
        typealias Once = Result<Int, Oops>.Publisher
        let good = Once(4)
        let bad = Once(Oops())
        var runs = 0
        let increment = { (value: Int) -> Int in
            runs += 1
            return value + 1
        }
        #expect(good.map(increment) == Once(5))
        #expect(bad.map(increment) == bad)
        #expect(try good.tryMap(increment).result.get() == 5)
        #expect(throws: Oops.self) { try bad.tryMap(increment).result.get() }
        #expect(runs == 2)
        #expect(bad.mapError { Oops(name: $0.name.uppercased()) } == Once(Oops(name: "OOPS")))
        #expect(bad.replaceError(with: 1).result == .success(1))
        #expect(bad.replaceEmpty(with: 1) == bad)
        #expect(bad.retry(100) == bad)
        #expect(bad.collect().result == .failure(Oops()))
        #expect(good.count().result == .success(1))
        #expect(good.reduce(2, +) == Once(6))
        #expect(throws: Oops.self) { try good.tryMin(by: Self.throwing).result.get() }
        #expect(throws: Oops.self) { try bad.tryMax(by: <).result.get() }
        let ended: Empty<Int, Oops> = bad.ignoreOutput()
        #expect(ended.completeImmediately)
        #expect(try Result<Int, Never>.Publisher(73).setFailureType(to: Oops.self).result.get() == 73)
    }

    @Test func `operators on a sequence make sequences, and one value where there is one`() throws {
        let numbers = (0..<5).publisher
        let none = EmptyCollection<Int>().publisher
        #expect(numbers.map { $0 * 2 } == .init(sequence: [0, 2, 4, 6, 8]))
        #expect(numbers.compactMap { $0 == 2 ? nil : "\($0)" } == .init(sequence: ["0", "1", "3", "4"]))
        #expect(numbers.filter { $0 > 2 } == .init(sequence: [3, 4]))
        #expect(numbers.scan(1, -) == .init(sequence: [1, 0, -2, -5, -9]))
        #expect(numbers.prefix { $0 < 2 } == .init(sequence: [0, 1]))
        #expect(Array(numbers.drop { $0 < 3 }.sequence) == [3, 4])
        #expect(Array(numbers.dropFirst().sequence) == [1, 2, 3, 4])
        #expect(Array(numbers.prefix(2).sequence) == [0, 1])
        #expect([1, 1, 0, 1, 2, 2].publisher.removeDuplicates() == .init(sequence: [1, 0, 1, 2]))
        #expect([1, nil].publisher.replaceNil(with: 42) == .init(sequence: [1, 42]))
        #expect(numbers.allSatisfy { $0 > 0 } == .init(false))
        #expect(numbers.contains(4) == .init(true))
        #expect(numbers.collect() == .init([0, 1, 2, 3, 4]))
        #expect(numbers.reduce(10, +) == .init(20))
        #expect(throws: Oops.self) { try numbers.tryReduce(1) { _, _ in throw Oops() }.result.get() }
        #expect(try none.tryContains(where: Self.throwing).result.get() == false)
        #expect(numbers.min() == .init(0))
        #expect(numbers.max(by: >) == .init(0))
        #expect(numbers.first { $0 > 1 } == .init(2))
        #expect(numbers.first() == .init(0))
        #expect(none.last() == .init(nil))
        #expect(numbers.last { $0 < 3 } == .init(2))
        #expect(numbers.output(at: 7) == .init(nil))
        #expect(numbers.output(in: 1..<3) == .init(sequence: [1, 2]))
        #expect((0..<Int.max).publisher.count() == Just(Int.max))
        #expect([1].publisher.setFailureType(to: Oops.self).count() == Result<Int, Oops>.Publisher(1))
        #expect([1, 2].lazy.filter { $0 > 1 }.publisher.count() == Result<Int, Never>.Publisher(1))
        #expect(numbers.ignoreOutput().completeImmediately)
    }

    @Test func `values are put before and after`() {
        #expect(Just(5).prepend(3, 4) == .init(sequence: [3, 4, 5]))
        #expect(Just(1).append([2, 3]) == .init(sequence: [1, 2, 3]))
        let numbers = [3, 4].publisher
        #expect(numbers.prepend(1, 2) == [1, 2, 3, 4].publisher)
        #expect(numbers.prepend(1...2) == [1, 2, 3, 4].publisher)
        #expect(numbers.prepend([2].publisher) == [2, 3, 4].publisher)
        #expect(numbers.append(5, 6) == [3, 4, 5, 6].publisher)
        #expect(numbers.append(Set([5])) == [3, 4, 5].publisher)
        #expect(numbers.append([5].publisher) == [3, 4, 5].publisher)
    }
}
