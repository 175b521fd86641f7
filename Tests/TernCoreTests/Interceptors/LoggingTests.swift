import Foundation
import TernTesting
import Testing
import TestSupport

@testable import TernCore

@Suite struct LoggingTests {
    private let log = Log()

    private func exchange(
        _ level: Logging.Level, redacting: Redaction = .standard, _ stubbing: Stubbing = .immediate,
        answering sample: Sample
    ) -> Exchange {
        var exchange = Exchange(stubbing) { _ in sample }
        exchange.client.headers = ["User-Agent": ""]
        exchange.client.logging = Logging(level, redacting: redacting) { [log] in log.add($0) }
        return exchange
    }

    @Test func `A call is a line out and a line back, with status, duration and bytes`() async throws {
        let exchange = exchange(.basic, .after(.milliseconds(1500)), answering: .text("hello"))
        let client = exchange.client
        async let answer = client.send(Request(.post, at: "http://h/p?q=1", body: RequestBody(Data("four".utf8))))
        await exchange.clock.waitForSleepers(count: 1)
        exchange.clock.advance(by: .milliseconds(1500))
        _ = try await answer
        #expect(
            log.lines == [
                "#1 → POST http://h/p?q=1, 4 bytes",
                "#1 ← 200 OK POST http://h/p?q=1, 1.50 s, 5 bytes",
            ])
    }

    @Test func `A failed call is a line with the reason`() async throws {
        let exchange = exchange(.basic, answering: .failure(TernError(.connection, message: "refused\nby the server")))
        _ = await failure { try await exchange.client.send(Request(at: "http://h/p")) }
        #expect(log.lines.last == #"#1 ✗ GET http://h/p, 0.0 ms: refused\nby the server (connection)"#)
    }

    @Test func `Each hop of a redirect is written down, and calls are numbered`() async throws {
        var exchange = Exchange(pages: ["http://h/a": .redirect(.found, to: "/b")])
        exchange.client.logging = Logging { [log] in log.add($0) }
        _ = try await exchange.client.send(Request(at: "http://h/a"))
        #expect(
            log.lines.map { $0.split(separator: ",")[0] } == [
                "#1 → GET http://h/a", "#1 ← 302 Found GET http://h/a", "#2 → GET http://h/b",
                "#2 ← 200 OK GET http://h/b",
            ])
    }

    @Test func `Headers are shown on demand, secrets left out`() async throws {
        let sample = Sample.text(
            "hello", headers: ["Set-Cookie": "id=secret", "X-B": "2", "Location": "/x?token=secret&a=1"])
        let exchange = exchange(.headers, answering: sample)
        let headers: HTTPHeaders = [
            "Authorization": "Bearer secret", "Proxy-Authorization": "secret", "Cookie": "id=secret",
            "x-api-key": "secret",
            "X-A": "1",
        ]
        _ = try await exchange.client.send(
            Request(at: "http://user:secret@h/p?access_token=secret&q=1", headers: headers))
        #expect(
            log.lines == [
                """
                #1 → GET http://h/p?access_token=***&q=1
                    Authorization: Bearer ***
                    Proxy-Authorization: ***
                    Cookie: ***
                    x-api-key: ***
                    X-A: 1
                """,
                """
                #1 ← 200 OK GET http://h/p?access_token=***&q=1, 0.0 ms, 5 bytes
                    Content-Type: text/plain; charset=utf-8
                    Set-Cookie: ***
                    X-B: 2
                    Location: /x?token=***&a=1
                """,
            ])
    }

    @Test(arguments: [Logging.Level.basic, .headers, .body, .curl])
    func `No level shows a secret`(_ level: Logging.Level) async throws {
        let exchange = exchange(
            level, answering: .json(#"{"access_token": "s3cr3t", "expires": 5}"#, headers: ["Set-Cookie": "s3cr3t"]))
        let body = RequestBody(Data("user=ada&password=s3cr3t".utf8))
        let request = Request(
            .post, at: "http://u:s3cr3t@h/p?api_key=s3cr3t#token=s3cr3t",
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Authorization": "Basic s3cr3t"], body: body)
        let answer = try await exchange.client.send(request)
        #expect(log.lines.count == 2)
        #expect(!log.lines.joined().contains("s3cr3t"))
        #expect(String(decoding: answer.value, as: UTF8.self).contains("s3cr3t"))
    }

    @Test func `With nothing redacted everything is shown`() async throws {
        let exchange = exchange(.headers, redacting: .none, answering: .status(.ok))
        _ = try await exchange.client.send(Request(at: "http://u:p@h/?token=t", headers: ["Authorization": "Basic x"]))
        #expect(log.lines.first == "#1 → GET http://u:p@h/?token=t\n    Authorization: Basic x")
    }

    @Test func `Bodies that are text are shown on demand, up to a limit`() async throws {
        let exchange = exchange(.body(limit: 8), answering: .json("{\n  \"a\": 12345\n}"))
        _ = try await exchange.client.send(
            Request(
                .post, at: "http://h/", headers: ["Content-Type": "text/plain"], body: RequestBody(Data("short".utf8))))
        #expect(log.lines.first?.hasSuffix("\n\n    short") == true)
        #expect(log.lines.last?.hasSuffix("\n\n    {\n      \"a\":… (8 more bytes)") == true)
    }

    @Test func `Bodies that are no text are told by size and type`() async throws {
        let exchange = exchange(.body, answering: .data(Data([0, 1, 2]), type: .png))
        _ = try await exchange.client.send(Request(.put, at: "http://h/", body: RequestBody(Data([9]))))
        #expect(log.lines.first?.hasSuffix("\n\n    (1 bytes of an unnamed type)") == true)
        #expect(log.lines.last?.hasSuffix("\n\n    (3 bytes of image/png)") == true)
    }

    @Test func `A text in another charset is read by it`() async throws {
        let body = Data([0x67, 0x72, 0xFC, 0xDF])
        let exchange = exchange(.body, answering: .data(body, type: "text/plain; charset=iso-8859-1"))
        _ = try await exchange.client.send(Request(at: "http://h/"))
        #expect(log.lines.last?.hasSuffix("grüß") == true)
    }

    @Test func `Streamed bodies are left to their readers`() async throws {
        let exchange = exchange(.body, answering: .text("hello"))
        let answer = try await exchange.client.stream(Request(.post, at: "http://h/", body: oneShot("a", "b")))
        #expect(
            log.lines == [
                "#1 → POST http://h/, a stream",
                "#1 ← 200 OK POST http://h/, 0.0 ms, streamed\n    Content-Type: text/plain; charset=utf-8",
            ])
        #expect(try await answer.collected().value == Data("hello".utf8))
        #expect(exchange.recorder.calls.first?.response?.metrics.bytesSent == 2)
    }

    @Test func `A value can't forge a line or command a terminal`() async throws {
        let exchange = exchange(.headers, answering: .status(.ok, headers: ["X-A": "\u{1B}[2J\u{7}"]))
        _ = try await exchange.client.send(Request(at: "http://h/"))
        _ = await failure {
            try await exchange.client.send(Request("GET\n#9", at: "http://h/", headers: ["X": "a\r\n#9 → GET"]))
        }
        #expect(log.lines[1].hasSuffix(#"X-A: \u{1B}[2J\u{07}"#))
        #expect(log.lines[2] == "#2 → GET\\n#9 http://h/\n    X: a\\r\\n#9 → GET")
    }
}
