import Foundation

extension ResponseBody {
    /// The body as lines of UTF-8 text, each as soon as it is whole: for event streams, logs, newline-delimited JSON.
    ///
    /// ```swift
    /// let answer = try await client.stream(request)
    /// for try await line in answer.body.lines() { print(line) }
    /// ```
    ///
    /// A line ends with CRLF, LF or CR, which are left off; what follows the last one is a line if it isn't empty. Bytes that
    /// aren't UTF-8 become U+FFFD.
    ///
    /// - Parameter limit: the most bytes of one line; a longer one fails with `.responseTooLarge`. Default 1 MiB.
    public func lines(limit: Int = 1 << 20) -> Lines { Lines(body: self, limit: limit) }

    /// The lines of a body.
    public struct Lines: AsyncSequence, Sendable {
        public typealias Element = String

        fileprivate let body: ResponseBody
        fileprivate let limit: Int

        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(chunks: body.makeAsyncIterator(), limit: limit)
        }

        /// Reads a body line by line.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var chunks: ResponseBody.AsyncIterator
            fileprivate let limit: Int
            private var chunk = Data()
            /// What has come of a line that goes on in the next chunk.
            private var beginning: [UInt8] = []
            private var endsWithCR = false
            private var hasEnded = false

            fileprivate init(chunks: ResponseBody.AsyncIterator, limit: Int) {
                self.chunks = chunks
                self.limit = limit
            }

            /// The next line, without its end; nil after the last.
            public mutating func next() async throws(TernError) -> String? {
                while true {
                    if let line = try takeLine() { return line }
                    guard !hasEnded, let next = try await chunks.next() else { return takeRest() }
                    chunk = next
                }
            }

            /// The next line whose end is in the chunk; what follows the last end is kept.
            private mutating func takeLine() throws(TernError) -> String? {
                // The LF of a CRLF that was cut in two.
                if endsWithCR, let first = chunk.first {
                    endsWithCR = false
                    if first == UInt8(ascii: "\n") { chunk.removeFirst() }
                }
                guard let end = chunk.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
                    try check(beginning.count + chunk.count)
                    beginning.append(contentsOf: chunk)
                    chunk = Data()
                    return nil
                }
                try check(beginning.count + (end - chunk.startIndex))
                let rest = chunk[..<end]
                endsWithCR = chunk[end] == UInt8(ascii: "\r")
                chunk = chunk[(end + 1)...]
                if beginning.isEmpty { return String(decoding: rest, as: UTF8.self) }
                beginning.append(contentsOf: rest)
                defer { beginning.removeAll(keepingCapacity: true) }
                return String(decoding: beginning, as: UTF8.self)
            }

            private mutating func takeRest() -> String? {
                hasEnded = true
                guard !beginning.isEmpty else { return nil }
                defer { beginning = [] }
                return String(decoding: beginning, as: UTF8.self)
            }

            private func check(_ length: Int) throws(TernError) {
                guard length > limit else { return }
                throw TernError(
                    .responseTooLarge, message: "a line is longer than the limit of \(limit) bytes: raise the limit")
            }
        }
    }
}
