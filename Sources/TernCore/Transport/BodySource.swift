package import Foundation
import TernLocks

/// Where the chunks of a body come from: one reader, one pass.
package protocol BodySource: Sendable {
    /// The next chunk, never empty; nil at the end. Not called again after nil or an error.
    func next() async throws -> Data?
    /// Nobody will read on: let go of everything. May be called at any time, more than once, and after the end.
    func cancel()
}

/// Chunks out of any AsyncSequence.
package final class SequenceSource<Chunks: AsyncSequence & Sendable>: BodySource where Chunks.Element == Data {
    private enum State: Sendable {
        case idle(Chunks)
        case reading(Iterator)
        case ended
    }

    // An AsyncIterator isn't Sendable, but a BodySource has one reader at a time.
    private final class Iterator: @unchecked Sendable {
        var iterator: Chunks.AsyncIterator
        init(_ chunks: Chunks) { iterator = chunks.makeAsyncIterator() }

        func next() async throws -> Data? {
            while let chunk = try await iterator.next() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }

    private let state: Locked<State>

    package init(_ chunks: Chunks) { state = Locked(.idle(chunks)) }

    package func next() async throws -> Data? {
        let iterator: Iterator?
        switch state.withLock({ $0 }) {
        case .idle(let chunks):
            // Held on to, so that its deinit can't run under the lock.
            iterator = withExtendedLifetime(chunks) { begin(Iterator(chunks)) }
        case .reading(let reading): iterator = reading
        case .ended: iterator = nil
        }
        guard let iterator else { return nil }
        let chunk = try await iterator.next()
        if chunk == nil { cancel() }
        return chunk
    }

    private func begin(_ iterator: Iterator) -> Iterator? {
        state.withLock { state in
            guard case .idle = state else { return nil }
            state = .reading(iterator)
            return iterator
        }
    }

    package func cancel() {
        let last = state.withLock { state in
            defer { state = .ended }
            return state
        }
        withExtendedLifetime(last) {}  // the sequence's own deinit must not run under the lock
    }
}
