import TernCombine
import Testing

/// The values of a publisher as an asynchronous sequence.
@Suite struct ValuesTests {
    typealias Oops = SourceTesting.Oops
    typealias Upstream = SourceTesting.Upstream
    typealias Driver = SourceTesting.Driver

    // An iterator is not Sendable; Apple's allows what is tested here, many that wait at once.
    private struct Shared<Iterator: AsyncIteratorProtocol>: @unchecked Sendable {
        let iterator: Iterator

        func next() async throws -> Iterator.Element? {
            var copy = iterator
            return try await copy.next()
        }
    }

    private static func wait(until condition: () -> Bool) async {
        while !condition() {
            await Task.yield()
        }
    }

    @Test func `all values come, and the error is thrown`() async throws {
        var seen: [Int] = []
        for await value in [1, 2, 3].publisher.values {
            seen.append(value)
        }
        for try await value in [4].publisher.setFailureType(to: Oops.self).values {
            seen.append(value)
        }
        #expect(seen == [1, 2, 3, 4])
        await #expect(throws: Oops.self) {
            for try await _ in Fail<Int, Oops>(error: Oops()).values {}
        }
    }

    @Test func `each reader asks for one value, and those who ask before the subscription ask together`() async throws {
        let upstream = Upstream()
        let driver = Driver<Int, Never>(upstream)
        let shared = Shared(iterator: driver.values.makeAsyncIterator())
        #expect(upstream.calls == [])
        async let first = shared.next()
        async let second = shared.next()
        await Self.wait { upstream.calls.count == 2 }
        #expect(upstream.calls == [.request(.max(1)), .request(.max(1))])
        #expect(driver.subscriber?.receive(1) == Subscribers.Demand.none)
        _ = driver.subscriber?.receive(2)
        #expect(Set([try await first, try await second]) == [1, 2])
        driver.subscriber?.receive(completion: .finished)
        #expect(try await shared.next() == nil)

        let late = Driver<Int, Never>(nil)
        let early = Shared(iterator: late.values.makeAsyncIterator())
        let started = SourceTesting.Count()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    started.add()
                    _ = try? await early.next()
                }
            }
            group.addTask {
                await Self.wait { started.value == 3 }
                let upstream = Upstream()
                late.subscriber?.receive(subscription: upstream)
                // Whoever came too late to ask together asks alone.
                await Self.wait {
                    upstream.calls.reduce(0) {
                        if case .request(let demand) = $1 { $0 + (demand.max ?? 0) } else { $0 }
                    } == 3
                }
                for value in 1...3 {
                    _ = late.subscriber?.receive(value)
                }
            }
        }
    }

    @Test func `a second subscription is cancelled, and the subscriber is a cancellable`() throws {
        let first = Upstream()
        let driver = Driver<Int, Oops>(first)
        withExtendedLifetime(driver.values.makeAsyncIterator()) {
            #expect(driver.erased is any Cancellable)
            let second = Upstream()
            driver.subscriber?.receive(subscription: second)
            #expect(second.calls == [.cancel])
            #expect(first.calls == [])
        }
    }

    @Test func `cancelling one task ends the sequence for all who wait, and the subscription`() async throws {
        let upstream = Upstream()
        let shared = Shared(iterator: Driver<Int, Oops>(upstream).values.makeAsyncIterator())
        let task = Task { try await shared.next() }
        async let other = shared.next()
        await Self.wait { upstream.calls.count == 2 }
        task.cancel()
        #expect(try await task.value == nil)
        #expect(try await other == nil)
        #expect(try await shared.next() == nil)
        #expect(upstream.calls == [.request(.max(1)), .request(.max(1)), .cancel])
    }

    @Test func `a task that is cancelled before the subscription cancels it when it comes`() async {
        let driver = Driver<Int, Never>(nil)
        let shared = Shared(iterator: driver.values.makeAsyncIterator())
        let task = Task { try await shared.next() }
        task.cancel()
        #expect(await (try? task.value) == .some(nil))
        let upstream = Upstream()
        driver.subscriber?.receive(subscription: upstream)
        #expect(upstream.calls == [.cancel])
    }

    @Test func `leaving the loop ends the subscription`() async {
        let upstream = Upstream()
        let driver = Driver<Int, Never>(upstream)
        do {
            var iterator: AsyncPublisher<Driver<Int, Never>>.Iterator? = driver.values.makeAsyncIterator()
            #expect(iterator != nil)
            iterator = nil
        }
        #expect(upstream.calls == [.cancel])
    }

    @Test func `an error waits for a reader, who gets it once`() async throws {
        let driver = Driver<Int, Oops>(Upstream())
        let shared = Shared(iterator: driver.values.makeAsyncIterator())
        driver.subscriber?.receive(completion: .failure(Oops()))
        driver.subscriber?.receive(completion: .failure(Oops()))
        await #expect(throws: Oops.self) { try await shared.next() }
        #expect(try await shared.next() == nil)
    }

    @Test func `of many readers one gets the error`() async throws {
        let upstream = Upstream()
        let driver = Driver<Int, Oops>(upstream)
        let shared = Shared(iterator: driver.values.makeAsyncIterator())
        let tasks = (0..<3).map { _ in Task { try await shared.next() } }
        await Self.wait { upstream.calls.count == 3 }
        driver.subscriber?.receive(completion: .failure(Oops()))
        var errors = 0
        for task in tasks {
            do { #expect(try await task.value == nil) } catch { errors += 1 }
        }
        #expect(errors == 1)
    }

    @Test func `a value before the subscription is dropped and ends the wait`() async throws {
        let driver = Driver<Int, Never>(nil)
        let shared = Shared(iterator: driver.values.makeAsyncIterator())
        let task = Task { try await shared.next() }
        let done = SourceTesting.Count()
        async let pump: Void = Self.wait {
            _ = driver.subscriber?.receive(42)
            return done.value > 0
        }
        #expect(try await task.value == nil)
        done.add()
        await pump
        let upstream = Upstream()
        driver.subscriber?.receive(subscription: upstream)
        #expect(upstream.calls == [.request(.max(1))])
    }

    @Test func `a value that nobody asked for traps`() async {
        await #expect(processExitsWith: .failure) {
            let driver = Driver<Int, Never>(Upstream())
            withExtendedLifetime(driver.values.makeAsyncIterator()) {
                _ = driver.subscriber?.receive(1)
            }
        }
    }
}
