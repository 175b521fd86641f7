import Foundation
import Testing
import TestSupport

@testable import TernCore

@Suite struct CurlCommandTests {
    /// Runs a line in a real shell whose `curl` prints its arguments, each ended by a zero byte, and then what is piped in
    /// where the line says so.
    private func run(_ line: String) throws -> (arguments: [Data], input: Data) {
        let curl =
            #"curl() { for a do printf '%s\0' "$a"; done; printf '\001'; case "$*" in *--data-binary*) cat;; esac; }; "#
        let (code, bytes) = try shell(curl + line)
        #expect(code == 0)
        let end = try #require(bytes.range(of: Data([0, 1])))
        let arguments = bytes[..<end.lowerBound].split(separator: 0, omittingEmptySubsequences: false).map { Data($0) }
        return (arguments, Data(bytes[end.upperBound...]))
    }

    private func arguments(_ request: Request) throws -> [String] {
        try run(request.curlCommand(redacting: .none)).arguments.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `A plain call is its URL`() {
        #expect(Request(at: "http://h/p?q=1").curlCommand() == "curl --url 'http://h/p?q=1'")
    }

    @Test func `Method, headers and body are there`() throws {
        let request = Request(
            .post, at: "https://h/p", headers: ["Content-Type": "application/json", "X-Empty": ""],
            body: RequestBody(Data(#"{"a": 1}"#.utf8)))
        #expect(
            request.curlCommand()
                == #"curl -X 'POST' -H 'Content-Type: application/json' -H 'X-Empty;' --data-raw '{"a": 1}' --url 'https://h/p'"#
        )
    }

    @Test func `What curl would do on its own is switched off`() {
        #expect(Request(.head, at: "http://h/").curlCommand() == "curl --head --url 'http://h/'")
        #expect(
            Request(.post, at: "http://h/").curlCommand() == "curl -X 'POST' -H 'Content-Length: 0' --url 'http://h/'")
        #expect(Request(at: "http://h/a/../b").curlCommand() == "curl --path-as-is --url 'http://h/a/../b'")
        #expect(Request(at: "http://[::1]/").curlCommand() == "curl --globoff --url 'http://[::1]/'")
        #expect(
            Request(.put, at: "http://h/", body: RequestBody(Data("x".utf8))).curlCommand()
                == "curl -X 'PUT' -H 'Content-Type:' --data-raw 'x' --url 'http://h/'")
    }

    @Test func `Secrets are left out unless they are asked for`() {
        let request = Request(
            .post, at: "http://u:p@h/?token=t",
            headers: ["Authorization": "Basic x", "Content-Type": "application/json"],
            body: RequestBody(Data("{\"password\":\t\"x\"}".utf8)))
        #expect(
            request.curlCommand()
                == #"printf '\173\042password\042\072\011\042\052\052\052\042\175' | curl -X 'POST' -H 'Authorization: Basic ***' -H 'Content-Type: application/json' --data-binary @- --url 'http://h/?token=***'"#
        )
        #expect(request.curlCommand(redacting: .none).contains("'Authorization: Basic x'"))
        #expect(request.curlCommand(redacting: .none).hasSuffix("--url 'http://u:p@h/?token=t'"))
    }

    @Test(arguments: [
        "'", "''", "'; touch evil; '", "$(touch evil)", "`touch evil`", "\\", "\\'", "\"$HOME\"", "a b  c", "*", "~",
        "!!", "#x",
        "%s%n", "-v", "ü 🦆", "\u{1B}[2J", "\u{7F}", "tab\there", "\u{202E}evil", "\u{85}", "1\u{1}2", "&& exit 1 ||",
    ])
    func `A shell takes every part as it was`(_ text: String) throws {
        let request = Request(
            HTTPMethod(rawValue: text), at: "http://h/", headers: ["X": text],
            body: RequestBody(Data(("@" + text).utf8)))
        let shell = try run(request.curlCommand(redacting: .none))
        let words = shell.arguments.map { String(decoding: $0, as: UTF8.self) }
        #expect(Array(words.prefix(6)) == ["-X", text, "-H", "X: \(text)", "-H", "Content-Type:"])
        if words[6] == "--data-raw" {
            #expect(words[7] == "@" + text)
        } else {
            #expect(Array(words[6...7]) == ["--data-binary", "@-"])
            #expect(shell.input == Data(("@" + text).utf8))
        }
        #expect(Array(words.suffix(2)) == ["--url", "http://h/"])
    }

    @Test func `Every byte of a body arrives through a shell`() throws {
        let all = Data((0...255).map { UInt8($0) } + [0x31, 0x0A, 0x0A])
        let request = Request(.put, at: "http://h/", headers: ["Content-Type": "image/png"], body: RequestBody(all))
        #expect(try run(request.curlCommand()).input == all)
    }

    @Test func `A body of several lines that is text arrives through a shell`() throws {
        let text = "{\n  \"it's\": \"100%\"\n}\n"
        let request = Request(.put, at: "http://h/", body: RequestBody(Data(text.utf8)))
        #expect(try arguments(request).contains(text))
    }

    @Test func `A header can't make curl read a file`() throws {
        let request = Request(at: "http://h/", headers: ["@/etc/passwd": "x", "X": "@/etc/passwd"])
        #expect(try arguments(request) == ["-H", "X: @/etc/passwd", "--url", "http://h/"])
    }

    @Test func `Bodies that are streamed or large are left out with a word on it`() throws {
        let streamed = Request(
            .post, at: "http://h/", headers: ["Content-Type": "a/b"], body: oneShot("abc", length: 3))
        #expect(
            streamed.curlCommand()
                == "curl -X 'POST' -H 'Content-Type: a/b' --data-binary @- --url 'http://h/'  # pipe the body in: a stream of 3 bytes"
        )
        let large = Request(
            .post, at: "http://h/", headers: ["Content-Type": "a/b"], body: RequestBody(Data(count: 20_000)))
        #expect(large.curlCommand().hasSuffix("--data-binary @- --url 'http://h/'  # pipe the body in: 20000 bytes"))
        #expect(try run(large.curlCommand()).input.isEmpty)
    }
}
