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
        let version = metrics.version?.description ?? "-"
        write(
            request, "\(status.code)", metrics.total,
            [
                (Texts.milliseconds(metrics.firstByte), 10), (Texts.bytes(metrics.bytesReceived), 9),
                (metrics.isReused ? "reused" : "new", 7), (version, version.count + 2),
            ])
    }

    private func record(_ request: Request, _ code: TernError.Code, after duration: Duration) {
        write(request, "---", duration, [("  \(code)", 0)])
    }

    private func write(_ request: Request, _ status: String, _ total: Duration, _ columns: [(text: String, width: Int)])
    {
        guard !isQuiet else { return }
        let query = request.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let path = Texts.cut(request.url.path(percentEncoded: true) + query, to: 38)
        let columns = [(text: Texts.milliseconds(total), width: 10)] + columns
        console.line(
            console.coloured(
                "  → \(status) \(request.method.rawValue.padded(to: 6)) \(path.padded(to: 38))"
                    + columns.map { $0.text.padded(to: -$0.width) }.joined(), .grey))
    }
}
