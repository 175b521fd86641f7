import Foundation
import TestSupport
import Testing

/// The demo as a process, as a person runs it.
@Suite struct `The demo` {
    @Test func `It shows every API and ends well`() throws {
        let (code, output) = try run([])
        #expect(code == 0, "\(output)")
        for line in [
            "1  Aurum     AUR  $", "50 found for \"cash\"", "left alone for 30 s", "Pocket Game Quest  Lantern Works",
            "1,000 users found", "200 of 200", "200 avatars", "Jeju tangerines #4: clips 400, 401, 402, 403 deleted",
            "! expired", "! no permission", "! closed", "! common: POST http://127.0.0.1:",
            "! decoding: POST http://127.0.0.1:",
            "campaign.id", "loading indicator is off", "✓ All that should work worked; 9 failures were expected",
        ] {
            #expect(output.contains(line), "\(line) is not in the output")
        }
        #expect(
            output.contains(try Regex(#"→ 200 GET    /coins/\S+ +[0-9.]+ ms +[0-9.]+ ms +677\.1 kB +new  HTTP/1\.1"#)))
        #expect(!output.contains("\u{1B}"), "colours are for terminals")
        let long = output.split(separator: "\n").filter { $0.count > 100 && !$0.contains("http://") }
        #expect(long.isEmpty)
    }

    @Test func `It says how it is used`() throws {
        let (helpCode, help) = try run(["--help"])
        #expect(helpCode == 0)
        #expect(help.hasPrefix("Usage: tern-demo"))
        let (code, output) = try run(["--fast"])
        #expect(code == 2)
        #expect(output.isEmpty)
    }

    /// Runs the demo, which is built beside the tests, and returns its exit code and what it printed.
    private func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let tests = try #require(Bundle.main.executableURL).resolvingSymlinksInPath()
        let demo = tests.deletingLastPathComponent().appending(path: "tern-demo")
        let (code, output) = try shell("'\(demo.path)' \(arguments.joined(separator: " ")) 2>/dev/null")
        return (code, String(decoding: output, as: UTF8.self))
    }
}
