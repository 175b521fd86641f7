import Foundation
import TernCore
import TestSupport
import Testing

@Suite struct ResponseBodyLinesTests {
    private func body(_ chunks: [Data]) -> ResponseBody {
        ResponseBody(
            streaming: AsyncStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            })
    }

    private func lines(_ body: ResponseBody, limit: Int = 1 << 20) async throws -> [String] {
        var lines: [String] = []
        for try await line in body.lines(limit: limit) { lines.append(line) }
        return lines
    }

    static let texts: [(String, [String])] = [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\r", ["a", "b"]),
        ("\n", [""]), ("\r\n\r\n", ["", ""]), ("\r\r\n\n", ["", "", ""]), ("a\n\nb", ["a", "", "b"]),
        ("ü\r\n日本\n🦆", ["ü", "日本", "🦆"]), ("a\u{2028}b\n", ["a\u{2028}b"]), ("\r\na", ["", "a"]),
    ]

    @Test(arguments: texts)
    func `Lines end with CRLF, LF or CR, wherever the chunks are cut`(text: String, expected: [String]) async throws {
        let bytes = Data(text.utf8)
        #expect(try await lines(ResponseBody(bytes)) == expected)
        #expect(try await lines(body(bytes.map { Data([$0]) })) == expected)
        for cut in 0...bytes.count {
            #expect(try await lines(body([bytes.prefix(cut), bytes.dropFirst(cut)])) == expected, "cut at \(cut)")
        }
    }

    @Test func `Bytes that aren't UTF-8 are replaced`() async throws {
        #expect(try await lines(body([Data([0x61, 0xFF, 0x0A, 0x62])])) == ["a\u{FFFD}", "b"])
    }

    @Test func `A line over the limit is an error, in one chunk or in many, and those before it came`() async throws {
        for chunks in [[Data("ab\nabcd\n")], "ab\nabcd\n".utf8.map { Data([$0]) }] {
            var seen: [String] = []
            let error = await failure { for try await line in body(chunks).lines(limit: 3) { seen.append(line) } }
            #expect(error?.code == .responseTooLarge)
            #expect(seen == ["ab"])
        }
        #expect(try await lines(body([Data("abc\nabc")]), limit: 3) == ["abc", "abc"])
    }

    @Test func `A body that fails does so after the lines that were whole`() async throws {
        struct Broken: Error {}
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("whole\nhal"))
            continuation.finish(throwing: Broken())
        }
        var seen: [String] = []
        let error = await failure {
            for try await line in ResponseBody(streaming: chunks).lines() { seen.append(line) }
        }
        #expect(error?.underlying is Broken)
        #expect(seen == ["whole"])
    }
}
