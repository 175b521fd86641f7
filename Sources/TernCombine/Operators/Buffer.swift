extension Publishers {
    /// When a buffer asks upstream for values.
    public enum PrefetchStrategy: Sendable {
        /// As many as fit in the buffer at first, and then one for each that has left it.
        case keepFull
        /// Any number, at once.
        case byRequest
    }

    /// What a buffer does with a value when it is full.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops the value.
        case dropNewest
        /// Drops the oldest value in the buffer.
        case dropOldest
        /// Cancels upstream, and ends the stream with this error when downstream next asks for values. The closure must not
        /// send another value into the buffer, which traps.
        case customError(() -> Failure)
    }

    /// A publisher that keeps upstream's values until downstream asks for them.
    public struct Buffer<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How many values are kept.
        public let size: Int
        /// When upstream is asked for values.
        public let prefetch: PrefetchStrategy
        /// What becomes of a value when there is no room.
        public let whenFull: BufferingStrategy<Failure>

        @inlinable public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                BufferInner(size: size, prefetch: prefetch, whenFull: whenFull, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Keeps values until downstream asks for them. The end follows the last one, when downstream asks for more than there
    /// is; an error doesn't wait, and drops what is kept.
    /// - Parameters:
    ///   - size: how many values are kept.
    ///   - prefetch: when upstream is asked for values.
    ///   - whenFull: what becomes of a value when there is no room.
    @inlinable public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}
