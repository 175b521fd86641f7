import Foundation
import TernLocks
import Testing
import TestSupport

@testable import TernCore

@Suite struct ResponseBodyTests {
    /// Gives its chunks, then an error or the end, and counts what is asked of it.
    private final class Source: BodySource {
        private let state: Locked<(chunks: [Data], error: (any Error)?, isDone: Bool)>
        let log = Log()

        init(_ chunks: [String], error: (any Error)? = nil) {
            state = Locked((chunks.map { Data($0.utf8) }, error, false))
        }

        func next() async throws -> Data? {
            log.add("next")
            let outcome: Result<Data?, any Error> = state.withLock { state in
                if !state.chunks.isEmpty { return .success(state.chunks.removeFirst()) }
                if state.isDone { return .failure(Misused()) }
                state.isDone = true
                return state.error.map { .failure($0) } ?? .success(nil)
            }
            return try outcome.get()
        }

        func cancel() { log.add("cancel") }

        var isCancelled: Bool { log.lines.contains("cancel") }
        var reads: Int { log.lines.count { $0 == "next" } }
    }

    private struct Misused: Error {}
    private struct Torn: Error {}

    private func chunks(_ body: ResponseBody) async throws -> [String] {
        var chunks: [String] = []
        for try await chunk in body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        return chunks
    }

    @Test func `A whole body is one chunk, as often as it is read`() async throws {
        let body = ResponseBody(Data("whole".utf8))
        #expect(body.whole == Data("whole".utf8))
        #expect(try await chunks(body) == ["whole"])
        #expect(try await chunks(body) == ["whole"])
        #expect(try await body.collect(upTo: 5) == Data("whole".utf8))
    }

    @Test func `An empty body has no chunk`() async throws {
        #expect(try await chunks(ResponseBody()) == [])
        #expect(try await ResponseBody().collect(upTo: 0) == Data())
        #expect(try await ResponseBody(Source([])).collect(upTo: 0) == Data())
    }

    @Test func `Chunks of any sequence come in order, empty ones left out`() async throws {
        let stream = AsyncStream<Data> { continuation in
            for chunk in ["a", "", "b"] { continuation.yield(Data(chunk.utf8)) }
            continuation.finish()
        }
        #expect(try await chunks(ResponseBody(streaming: stream)) == ["a", "b"])
    }

    @Test func `A body is read once, and a second reader is told so`() async throws {
        let source = Source(["a", "b"])
        let body = ResponseBody(source)
        #expect(try await chunks(body) == ["a", "b"])
        var second = body.makeAsyncIterator()
        await #expect(throws: TernError.self) { try await second.next() }
        #expect(try await second.next() == nil)
        #expect(source.reads == 3)
        let error = await failure { try await body.collect(upTo: 9) }
        #expect(error?.code == .bodyAlreadyRead)
    }

    @Test func `A second reader doesn't end the first one's transfer`() async throws {
        let source = Source(["a", "b"])
        let body = ResponseBody(source)
        var first = body.makeAsyncIterator()
        #expect(try await first.next() == Data("a".utf8))
        _ = await failure { try await body.collect(upTo: 9) }
        #expect(!source.isCancelled)
        #expect(try await first.next() == Data("b".utf8))
        #expect(try await first.next() == nil)
    }

    @Test func `After the end, or an error, the source is not asked again`() async throws {
        let ended = Source(["a"])
        var iterator = ResponseBody(ended).makeAsyncIterator()
        for expected in [Data("a".utf8), nil, nil, nil] { #expect(try await iterator.next() == expected) }
        #expect(ended.reads == 2)

        let torn = Source(["a"], error: Torn())
        var other = ResponseBody(torn).makeAsyncIterator()
        #expect(try await other.next() == Data("a".utf8))
        do {
            _ = try await other.next()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .interceptor)
            #expect(error.underlying is Torn)
        }
        #expect(try await other.next() == nil)
        #expect(torn.reads == 2)
    }

    @Test func `Leaving a loop ends the transfer although the body is still held`() async throws {
        let source = Source(["a", "b", "c"])
        let body = ResponseBody(source)
        for try await _ in body { break }
        #expect(source.isCancelled)
        withExtendedLifetime(body) {}
    }

    @Test func `Letting go of the last copy ends the transfer`() {
        let source = Source(["a"])
        var body: ResponseBody? = ResponseBody(source)
        var copy = body
        body = nil
        #expect(!source.isCancelled)
        #expect(copy != nil)
        copy = nil
        #expect(source.isCancelled)
    }

    @Test func `Collecting stops at the limit and ends the transfer`() async throws {
        let source = Source(["aaa", "bbb", "ccc", "ddd"])
        let body = ResponseBody(source)
        let error = await failure { try await body.collect(upTo: 5) }
        #expect(error?.code == .responseTooLarge)
        #expect(source.reads == 2)
        #expect(source.isCancelled)
        #expect(try await ResponseBody(Source(["aaa", "bb"])).collect(upTo: 5) == Data("aaabb".utf8))
        let whole = await failure { try await ResponseBody(Data(count: 6)).collect(upTo: 5) }
        #expect(whole?.code == .responseTooLarge)
    }

    @Test func `A prefix stops in time and swallows what follows`() async {
        let source = Source(["aaa", "bbb", "ccc"])
        #expect(await ResponseBody(source).prefix(upTo: 4) == Data("aaab".utf8))
        #expect(source.reads == 2)
        #expect(source.isCancelled)
        #expect(await ResponseBody(Source(["aaa"], error: Torn())).prefix(upTo: 9) == Data("aaa".utf8))
    }

    // MARK: The end

    @Test func `The end is told once, when the body was read`() async throws {
        let log = Log()
        let body = ResponseBody(Source(["a"])).onEnd { log.add("end") }
        var iterator = body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(log.lines.isEmpty)
        #expect(try await iterator.next() == nil)
        #expect(log.lines == ["end"])
        withExtendedLifetime(body) {}
    }

    @Test func `The end is told once for a body that fails, is left early, or is let go of`() async throws {
        for kind in ["fails", "left", "unread", "limit"] {
            let log = Log()
            let source = Source(["a", "b"], error: Torn())
            do {
                let body = ResponseBody(source).onEnd { log.add("end") }
                switch kind {
                case "fails": _ = await failure { try await body.collect(upTo: 9) }
                case "left": for try await _ in body { break }
                case "limit": _ = await failure { try await body.collect(upTo: 0) }
                default: break
                }
            }
            #expect(log.lines == ["end"], "\(kind)")
            #expect(source.isCancelled, "\(kind)")
        }
    }

    @Test func `A whole body has ended already`() {
        let log = Log()
        let body = ResponseBody(Data("a".utf8)).onEnd { log.add("end") }
        #expect(log.lines == ["end"])
        #expect(body.whole == Data("a".utf8))
    }

    @Test func `Several may wait for the end, and each is told once`() async throws {
        let log = Log()
        let body = ResponseBody(Source(["a"])).onEnd { log.add("inner") }.onEnd { log.add("outer") }
        #expect(try await chunks(body) == ["a"])
        #expect(log.lines == ["inner", "outer"])
    }

    @Test func `A copy from before can't be read beside the one that tells its end`() async throws {
        let plain = ResponseBody(Source(["a", "b"]))
        let observed = plain.onEnd {}
        let error = await failure { try await plain.collect(upTo: 9) }
        #expect(error?.code == .bodyAlreadyRead)
        #expect(try await chunks(observed) == ["a", "b"])

        let read = ResponseBody(Source(["a"]))
        #expect(try await chunks(read) == ["a"])
        let late = await failure { try await read.onEnd {}.collect(upTo: 9) }
        #expect(late?.code == .bodyAlreadyRead)
    }
}
