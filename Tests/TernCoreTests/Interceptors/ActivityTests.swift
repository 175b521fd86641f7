import Foundation
import TernLocks
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct ActivityTests {
    private let activity = Activity()

    private func exchange(
        _ stubbing: Stubbing = .immediate, answer: @escaping @Sendable (Request) async throws -> Sample
    ) -> Exchange {
        var exchange = Exchange(stubbing, answer: answer)
        exchange.client.activity = activity
        return exchange
    }

    @Test func `A call is counted while it runs`() async throws {
        let exchange = exchange { [activity] _ in .text("\(activity.count) \(activity.isActive)") }
        #expect(try await exchange.client.data(from: URL(string: "http://h/")!) == Data("1 true".utf8))
        #expect(activity.count == 0)
        #expect(!activity.isActive)
    }

    @Test func `Calls that fail, are refused, or are stopped by an interceptor are counted down`() async {
        struct Refused: Error {}
        let exchange = exchange { _ in .failure(Refused()) }
        #expect(
            await failure { try await exchange.client.send(Request(at: "http://h/")) } != nil)
        #expect(
            await failure { try await exchange.client.send(Request("A B", at: "http://h/")) }
                != nil)
        var client = exchange.client
        client.credentials = .bearer { throw Refused() }
        let stopped = client
        #expect(await failure { try await stopped.send(Request(at: "http://h/")) } != nil)
        #expect(activity.count == 0)
    }

    @Test func `A cancelled call is counted down`() async {
        let exchange = exchange(.after(.seconds(5))) { _ in .status(.ok) }
        let client = exchange.client
        let call = Task { await failure { try await client.send(Request(at: "http://h/")) } }
        await exchange.clock.waitForSleepers(count: 1)
        #expect(activity.count == 1)
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        #expect(activity.count == 0)
    }

    @Test func `A streamed call runs until its body was read`() async throws {
        let exchange = exchange { _ in .text("abc") }
        let answer = try await exchange.client.stream(Request(at: "http://h/"))
        #expect(activity.count == 1)
        #expect(try await answer.collected().value == Data("abc".utf8))
        #expect(activity.count == 0)
    }

    @Test func `A streamed call runs until its body is let go of`() async throws {
        let exchange = exchange { _ in .text("abc") }
        var answer: Response<ResponseBody>? = try await exchange.client.stream(Request(at: "http://h/"))
        #expect(answer?.status == .ok)
        #expect(activity.count == 1)
        answer = nil
        #expect(activity.count == 0)
    }

    @Test func `Overlapping calls turn the indicator on once and off once`() async throws {
        let log = Log()
        let observation = activity.observe { log.add("\($0)") }
        defer { observation.end() }
        let exchange = exchange(.after(.seconds(1))) { _ in .status(.ok) }
        let client = exchange.client
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = try await client.send(Request(at: "http://h/")) } }
            await exchange.clock.waitForSleepers(count: 5)
            #expect(activity.count == 5)
            exchange.clock.advance(by: .seconds(1))
            try await group.waitForAll()
        }
        #expect(log.lines == ["false", "true", "false"])
    }

    @Test func `An observer is told the present state first and nothing after its end`() async throws {
        let exchange = exchange { _ in .text("abc") }
        let first = Log()
        let second = Log()
        let observation = activity.observe { first.add("\($0)") }
        var answer: Response<ResponseBody>? = try await exchange.client.stream(Request(at: "http://h/"))
        do {
            let short = activity.observe { second.add("\($0)") }
            withExtendedLifetime(short) {}
        }
        observation.end()
        #expect(answer != nil)
        answer = nil
        #expect(first.lines == ["false", "true"])
        #expect(second.lines == ["true"])
    }

    @Test func `An observer may start a call, observe, and end its own observation`() async throws {
        let exchange = exchange { _ in .text("abc") }
        let log = Log()
        let held = Locked<Activity.Observation?>(nil)
        let inner = Locked<Activity.Observation?>(nil)
        let outer = activity.observe { [activity] isActive in
            log.add("outer \(isActive)")
            guard isActive else { return }
            let observation = activity.observe { log.add("inner \($0)") }
            inner.withLock { $0 = observation }
            held.withLock { $0 }?.end()
        }
        held.withLock { $0 = outer }
        _ = try await exchange.client.send(Request(at: "http://h/"))
        #expect(log.lines == ["outer false", "outer true", "inner true", "inner false"])
    }

    @Test func `A change on another thread waits its turn and holds up no one`() async throws {
        let log = Log()
        let exchange = exchange { _ in .text("abc") }
        let held = Locked<Response<ResponseBody>?>(try await exchange.client.stream(Request(at: "http://h/")))
        let observation = activity.observe { isActive in
            log.add("begins \(isActive)")
            if isActive {
                let changed = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    do {
                        let answer = held.withLock { answer in
                            defer { answer = nil }
                            return answer
                        }
                        withExtendedLifetime(answer) {}
                    }
                    changed.signal()
                }
                changed.wait()
            }
            log.add("ends \(isActive)")
        }
        observation.end()
        #expect(log.lines == ["begins true", "ends true", "begins false", "ends false"])
    }

    @Test func `Changes from many threads arrive in turn and the last is the true one`() async throws {
        let states = Locked<[Bool]>([])
        let isInside = Locked(false)
        let overlapped = Locked(false)
        let observation = activity.observe { isActive in
            if isInside.withLock({ inside in
                defer { inside = true }
                return inside
            }) {
                overlapped.withLock { $0 = true }
            }
            states.withLock { $0.append(isActive) }
            isInside.withLock { $0 = false }
        }
        let exchange = exchange { _ in .status(.ok) }
        let client = exchange.client
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200 { _ = try await client.send(Request(at: "http://h/")) } }
            }
            try await group.waitForAll()
        }
        observation.end()
        let seen = states.withLock { $0 }
        #expect(seen.count >= 3)
        #expect(seen.last == false)
        #expect(!overlapped.withLock { $0 })
        #expect(seen.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 1) })
        #expect(activity.count == 0)
    }

    @Test func `The stream of states starts with the present one and ends with the activity`() async throws {
        var activity: Activity? = Activity()
        var states = try #require(activity).states.makeAsyncIterator()
        #expect(await states.next() == false)
        var exchange = Exchange(answering: .text("abc"))
        exchange.client.activity = activity
        do {
            let answer = try await exchange.client.stream(Request(at: "http://h/"))
            #expect(await states.next() == true)
            _ = try await answer.collected()
        }
        #expect(await states.next() == false)
        exchange.client.activity = nil
        activity = nil
        #expect(await states.next() == nil)
    }

    @Test func `An activity is released although its observer holds the observation`() {
        weak var released: Activity?
        let held = Locked<Activity.Observation?>(nil)
        do {
            let activity = Activity()
            released = activity
            let observation = activity.observe { _ in withExtendedLifetime(held) {} }
            held.withLock { $0 = observation }
        }
        #expect(released == nil)
    }
}
