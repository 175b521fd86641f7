import Foundation
import Tern

/// Sees every call of the examples and writes what it cost.
@MainActor final class CallLog: Interceptor {
    /// What calls cost together.
    struct Sum {
        var newConnections = 0
        var bytes: Int64 = 0
        var slowest = Duration.zero
    }

    private let console: Console
    private var sum = Sum()
    private var isQuiet = false

    init(_ console: Console) { self.console = console }

    nonisolated static let legend = "each call: status, method, path, total, first byte, body, connection, version"

    nonisolated func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        let start = ContinuousClock.now
        do {
            let answer = try await next(request)
            await record(request, answer.status, answer.metrics)
            return answer
        } catch {
            await record(request, error.code, after: start.duration(to: .now))
            throw error
        }
    }

    /// From here on, adds up what calls cost and writes no lines.
    func startSumming() {
        sum = Sum()
        isQuiet = true
    }

    /// Goes back to lines, and returns what the calls since `startSumming` cost together.
    func finishSumming() -> Sum {
        isQuiet = false
        return sum
    }

    private func record(_ request: Request, _ status: HTTPStatus, _ metrics: Metrics) {
        sum.newConnections += metrics.isReused ? 0 : 1
        sum.bytes += metrics.bytesReceived
        sum.slowest = max(sum.slowest, metrics.total)
        write(
            request, "\(status.code)",
            [
                Texts.milliseconds(metrics.total), Texts.milliseconds(metrics.firstByte),
                Texts.bytes(metrics.bytesReceived), metrics.isReused ? "reused" : "new",
            ], metrics.version?.description ?? "-")
    }

    private func record(_ request: Request, _ code: TernError.Code, after duration: Duration) {
        write(request, "---", [Texts.milliseconds(duration), "", "", ""], "\(code)")
    }

    private func write(_ request: Request, _ status: String, _ numbers: [String], _ end: String) {
        guard !isQuiet else { return }
        let path =
            request.url.path(percentEncoded: true) + (request.url.query(percentEncoded: true).map { "?\($0)" } ?? "")
        let columns = zip(numbers, [10, 10, 9, 7]).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }
        let start = "  → \(status) " + request.method.rawValue.padding(toLength: 6, withPad: " ", startingAt: 0)
        let cut = Texts.cut(path, to: 40).padding(toLength: 40, withPad: " ", startingAt: 0)
        console.line(console.coloured(start + " " + cut + columns.joined() + "  " + end, .grey))
    }
}
