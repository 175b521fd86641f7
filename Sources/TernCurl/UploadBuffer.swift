#if Curl && os(Linux)
    import Foundation
    import TernCore
    import TernLocks

    /// The bytes of a streamed request between the task that reads their source and the owner thread.
    ///
    /// The source is read ahead up to the high watermark, and again once half of that has gone out.
    final class UploadBuffer: Sendable {
        static let highWatermark = 1 << 20

        enum Read {
            case bytes(Int)
            case end
            /// Nothing is there yet: `.resumeSending` comes when there is.
            case pause
            case failed(any Error)
        }

        fileprivate struct State {
            var chunk = Data()
            /// How much of the chunk has gone out.
            var offset = 0
            /// How much has gone out in all.
            var taken: Int64 = 0
            var isPaused = false
            var end: Result<Void, any Error>?
            var producer: UnsafeContinuation<Void, Never>?
            var task: Task<Void, Never>?
            var isCancelled = false
        }

        private let state = Locked(State())
        private let source: any BodySource
        private let length: Int64?

        /// - Parameter length: how many bytes the source is said to have. The last of them goes out once the source has
        ///   ended: with it the request would be whole, whatever else the source still has.
        init(_ source: any BodySource, length: Int64? = nil) {
            self.source = source
            self.length = length
        }

        /// Starts reading the source.
        func start(for transfer: Transfer) {
            let task = Task { [self] in
                let end: Result<Void, any Error>
                do {
                    while let chunk = try await source.next() {
                        guard await add(chunk, for: transfer) else { return }
                    }
                    end = .success(())
                } catch {
                    end = .failure(error)
                }
                let mustResume = state.withLock { state in
                    state.end = end
                    defer { state.isPaused = false }
                    return state.isPaused
                }
                if mustResume { transfer.post(.resumeSending(transfer)) }
            }
            let isCancelled = state.withLock { state in
                state.task = task
                return state.isCancelled
            }
            if isCancelled { task.cancel() }
        }

        /// False when nobody wants more.
        private func add(_ chunk: Data, for transfer: Transfer) async -> Bool {
            let (mustResume, isFull) = state.withLock { state in
                state.chunk.append(chunk)
                defer { state.isPaused = false }
                return (state.isPaused, state.waiting >= Self.highWatermark)
            }
            if mustResume { transfer.post(.resumeSending(transfer)) }
            if isFull {
                await withUnsafeContinuation { continuation in
                    let isFull = state.withLock { state in
                        guard state.waiting > Self.highWatermark / 2, !state.isCancelled else { return false }
                        state.producer = continuation
                        return true
                    }
                    if !isFull { continuation.resume() }
                }
            }
            return state.withLock { !$0.isCancelled }
        }

        /// Fills libcurl's buffer.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
            let (read, producer) = state.withLock { state -> (Read, UnsafeContinuation<Void, Never>?) in
                let rest = length.map { $0 - state.taken } ?? .max
                let isLastHeld = state.end == nil && Int64(state.waiting) == rest
                if state.waiting == (isLastHeld ? 1 : 0) {
                    switch state.end {
                    case .success: return (.end, nil)
                    case .failure(let error): return (.failed(error), nil)
                    case nil:
                        state.isPaused = true
                        return (.pause, nil)
                    }
                }
                let count = state.take(into: buffer, leaving: isLastHeld ? 1 : 0)
                return (.bytes(count), state.waiting <= Self.highWatermark / 2 ? state.takeProducer() : nil)
            }
            producer?.resume()
            return read
        }

        /// Lets go of the source.
        func cancel() {
            let (task, producer) = state.withLock { state in
                state.isCancelled = true
                return (state.task, state.takeProducer())
            }
            task?.cancel()
            producer?.resume()
            source.cancel()
        }
    }

    extension UploadBuffer.State {
        /// Bytes that have come and not gone out.
        fileprivate var waiting: Int { chunk.count - offset }

        fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer, leaving held: Int) -> Int {
            let count = min(buffer.count, waiting - held)
            taken += Int64(count)
            chunk.copyBytes(to: buffer.bindMemory(to: UInt8.self), from: offset..<offset + count)
            offset += count
            if waiting == 0 || offset >= UploadBuffer.highWatermark {
                chunk.removeSubrange(0..<offset)
                offset = 0
            }
            return count
        }

        fileprivate mutating func takeProducer() -> UnsafeContinuation<Void, Never>? {
            defer { producer = nil }
            return producer
        }
    }
#endif
