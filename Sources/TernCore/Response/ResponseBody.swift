public import Foundation
import TernLocks

/// The body of an answer: chunks as they come, or bytes that are already whole.
///
/// It can be read once. Leaving a loop over it early, or letting go of a body that wasn't read to its end, cancels
/// the transfer and closes its connection.
///
/// ```swift
/// for try await chunk in response.body { file.write(chunk) }
/// ```
public struct ResponseBody: AsyncSequence, Sendable {
    public typealias Element = Data

    private enum Storage: Sendable {
        case whole(Data)
        case stream(Lease)
    }

    private let storage: Storage

    /// A body of bytes that are there.
    public init(_ data: Data = Data()) { storage = .whole(data) }

    /// A body of chunks as they come.
    public init<Chunks: AsyncSequence & Sendable>(streaming chunks: Chunks) where Chunks.Element == Data {
        self.init(SequenceSource(chunks))
    }

    package init(_ source: any BodySource) { storage = .stream(Lease(source)) }

    /// The bytes, if they are already whole.
    public var whole: Data? {
        if case .whole(let data) = storage { data } else { nil }
    }

    /// All bytes.
    ///
    /// - Parameter limit: the most bytes to take.
    /// - Throws: `.responseTooLarge` beyond the limit; what ended the transfer otherwise.
    public func collect(upTo limit: Int) async throws(TernError) -> Data {
        var bytes = Data()
        if let whole {
            bytes = whole
        } else {
            var iterator = makeAsyncIterator()
            while bytes.count <= limit, let chunk = try await iterator.next() {
                if bytes.isEmpty { bytes = chunk } else { bytes.append(chunk) }
            }
        }
        guard bytes.count <= limit else {
            throw TernError(
                .responseTooLarge,
                message: "the body is larger than the limit of \(limit) bytes: raise the limit, or stream it")
        }
        return bytes
    }

    /// The first bytes, up to a limit; what follows, an error included, is let go of.
    package func prefix(upTo limit: Int) async -> Data {
        var bytes = Data()
        var iterator = makeAsyncIterator()
        while bytes.count < limit, let chunk = try? await iterator.next() { bytes.append(chunk) }
        return bytes.prefix(limit)
    }

    /// The same body, which calls `action` once when it has ended: read to its end, failed, or let go of. A whole body
    /// has ended already.
    public func onEnd(_ action: @escaping @Sendable () -> Void) -> ResponseBody {
        switch storage {
        case .whole:
            action()
            return self
        case .stream(let lease): return ResponseBody(ObservedSource(Reader(lease), action))
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        switch storage {
        case .whole(let data): AsyncIterator(whole: data.isEmpty ? nil : data, reader: nil)
        case .stream(let lease): AsyncIterator(whole: nil, reader: Reader(lease))
        }
    }

    /// Reads a body chunk by chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var whole: Data?
        fileprivate var reader: Reader?

        /// The next chunk, never empty; nil at the end and after an error.
        public mutating func next() async throws(TernError) -> Data? {
            guard let reader else {
                defer { whole = nil }
                return whole
            }
            do {
                if let chunk = try await reader.next() { return chunk }
            } catch {
                self.reader = nil
                throw error
            }
            self.reader = nil
            return nil
        }
    }

    /// One iterator's hold on the transfer: it ends with the loop.
    fileprivate final class Reader: Sendable {
        private let lease: Lease
        private let isFirst: Bool

        init(_ lease: Lease) {
            self.lease = lease
            isFirst = lease.take()
        }

        func next() async throws(TernError) -> Data? {
            guard isFirst else {
                throw TernError(
                    .bodyAlreadyRead,
                    message: "a streamed body can be read once, and this one has been: collect it instead")
            }
            return try await lease.next()
        }

        func cancel() { if isFirst { lease.cancel() } }

        deinit { cancel() }
    }

    /// The body's hold on the transfer: it ends with the body's last copy.
    fileprivate final class Lease: Sendable {
        private let source: any BodySource
        private let isTaken = Locked(false)

        init(_ source: any BodySource) { self.source = source }

        /// True for the first reader alone.
        func take() -> Bool {
            isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        }

        func next() async throws(TernError) -> Data? {
            do {
                return try await source.next()
            } catch {
                throw TernError(error, request: nil)
            }
        }

        func cancel() { source.cancel() }

        deinit { source.cancel() }
    }

    /// A source that tells once when it has ended. It is the body's one reader, so that no copy of the body can be one
    /// as well.
    private final class ObservedSource: BodySource {
        private let reader: Reader
        private let action: Locked<(@Sendable () -> Void)?>

        init(_ reader: Reader, _ action: @escaping @Sendable () -> Void) {
            self.reader = reader
            self.action = Locked(action)
        }

        func next() async throws -> Data? {
            do {
                let chunk = try await reader.next()
                if chunk == nil { end() }
                return chunk
            } catch {
                end()
                throw error
            }
        }

        func cancel() {
            reader.cancel()
            end()
        }

        private func end() {
            let action = action.withLock { action in
                defer { action = nil }
                return action
            }
            action?()
        }
    }
}
