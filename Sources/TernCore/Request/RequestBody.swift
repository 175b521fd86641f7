public import Foundation
import TernLocks

/// What a request carries, and how much of it: nothing, bytes in memory, or a stream that can be read once.
public struct RequestBody: Sendable {
    package enum Storage: Sendable {
        case none
        case data(Data)
        case stream(OneShot)
    }

    package let storage: Storage

    private init(_ storage: Storage) { self.storage = storage }

    /// No body. A method that expects one (POST, PUT, PATCH) is sent with `Content-Length: 0`.
    public static let none = RequestBody(.none)

    /// Bytes in memory; they can be sent again.
    public init(_ data: Data) { storage = .data(data) }

    /// Bytes as they come. A stream is read once, so such a request is never sent a second time: not after a lost
    /// connection, and not to where a redirect points.
    ///
    /// - Parameters:
    ///   - length: the number of bytes, if known. More or fewer are an error; unknown goes out in chunks (RFC 9112 §7.1).
    ///   - chunks: the bytes. An error it throws ends the call with `.requestBodyFailed`.
    public init<Chunks: AsyncSequence & Sendable>(length: Int64? = nil, streaming chunks: Chunks)
    where Chunks.Element == Data {
        storage = .stream(OneShot(length: length, source: SequenceSource(chunks)))
    }

    /// The number of bytes: 0 without a body, nil where it isn't known before the end.
    public var length: Int64? {
        switch storage {
        case .none: 0
        case .data(let data): Int64(data.count)
        case .stream(let stream): stream.length
        }
    }

    /// Whether there is no body at all. Empty bytes are a body.
    public var isNone: Bool {
        if case .none = storage { true } else { false }
    }

    /// Whether the same bytes can be sent again.
    public var isReplayable: Bool {
        if case .stream = storage { false } else { true }
    }

    /// The bytes, where they lie in memory.
    public var data: Data? {
        if case .data(let data) = storage { data } else { nil }
    }

    /// A source that is handed out once.
    package final class OneShot: Sendable {
        package let length: Int64?
        private let source: Locked<(any BodySource)?>

        init(length: Int64?, source: any BodySource) {
            self.length = length
            self.source = Locked(source)
        }

        /// The source the first time, nil ever after.
        package func take() -> (any BodySource)? {
            source.withLock { source in
                defer { source = nil }
                return source
            }
        }
    }
}
