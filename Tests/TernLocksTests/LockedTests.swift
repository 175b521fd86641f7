import Foundation
import Testing

@testable import TernLocks

@Suite struct LockedTests {
    @Test func `Increments from many threads are all kept`() {
        let counter = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
        }
        #expect(counter.withLock { $0 } == 80_000)
    }

    @Test func `A typed error leaves with its type and frees the lock`() {
        struct Refused: Error, Equatable { let value: Int }
        let box = Locked(7)
        do throws(Refused) {
            try box.withLock { value throws(Refused) in throw Refused(value: value) }
        } catch {
            #expect(error == Refused(value: 7))
        }
        #expect(box.withLock { $0 } == 7)
    }

    @Test func `The value is released with its box`() {
        final class Token {}
        weak var token: Token?
        do {
            let box = Locked<Token?>(nil)
            box.withLock { held in
                let fresh = Token()
                token = fresh
                held = fresh
            }
            #expect(token != nil)
        }
        #expect(token == nil)
    }
}
