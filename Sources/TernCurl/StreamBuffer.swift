#if Curl && os(Linux)
    import Foundation
    import TernCore
    import TernLocks

    /// The chunks of a streamed answer between the owner thread and the one reader.
    ///
    /// Above the high watermark the transfer is paused, so that the server is held back; it goes on once the reader has
    /// taken what there is.
    final class StreamBuffer: BodySource {
        static let highWatermark = 1 << 20

        fileprivate struct State {
            var bytes = Data()
            var isPaused = false
            var end: Result<Void, TernError>?
            var reader: UnsafeContinuation<Void, Never>?
            /// nil once the transfer has ended: the two hold each other until then.
            var transfer: Transfer?
        }

        private let state = Locked(State())

        /// Says whose answer this is, before that starts.
        func attach(_ transfer: Transfer) { state.withLock { $0.transfer = transfer } }

        // MARK: The owner's side

        /// Takes bytes, of which the reader is told by `wakeReader()`; false when there are too many already, and the
        /// transfer must pause.
        func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            state.withLock { state in
                guard state.bytes.count < Self.highWatermark else {
                    state.isPaused = true
                    return false
                }
                state.bytes.append(bytes)
                return true
            }
        }

        /// Tells the reader, if it waits, that bytes have come.
        func wakeReader() {
            let reader = state.withLock { state in state.bytes.isEmpty ? nil : state.takeReader() }
            reader?.resume()
        }

        /// Nothing follows. The first end counts.
        func finish(_ end: Result<Void, TernError>) {
            let reader = state.withLock { state -> UnsafeContinuation<Void, Never>? in
                guard state.end == nil else { return nil }
                state.end = end
                state.transfer = nil
                if case .failure(let error) = end, error.code == .cancelled { state.bytes = Data() }
                return state.takeReader()
            }
            reader?.resume()
        }

        /// Whether the reader, and not the server, is what the transfer waits for.
        var isPaused: Bool { state.withLock { $0.isPaused } }

        // MARK: The reader's side

        fileprivate enum Step {
            case chunk(Data, resuming: Transfer?)
            case end(Result<Void, TernError>)
            case wait
        }

        func next() async throws -> Data? {
            while true {
                switch state.withLock({ $0.step() }) {
                case .chunk(let bytes, let paused):
                    if let paused { paused.post(.resumeReceiving(paused)) }
                    return bytes
                case .end(let end):
                    try end.get()
                    return nil
                case .wait:
                    await withTaskCancellationHandler {
                        await withUnsafeContinuation { continuation in
                            let isReady = state.withLock { state in
                                guard state.bytes.isEmpty, state.end == nil else { return true }
                                state.reader = continuation
                                return false
                            }
                            if isReady { continuation.resume() }
                        }
                    } onCancel: {
                        cancel()
                    }
                }
            }
        }

        func cancel() { state.withLock { $0.transfer }?.cancel() }
    }

    extension StreamBuffer.State {
        fileprivate mutating func takeReader() -> UnsafeContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }

        /// What came before a failure is handed over before it.
        fileprivate mutating func step() -> StreamBuffer.Step {
            if !bytes.isEmpty {
                defer {
                    bytes = Data()
                    isPaused = false
                }
                return .chunk(bytes, resuming: isPaused ? transfer : nil)
            }
            if let end { return .end(end) }
            return .wait
        }
    }
#endif
