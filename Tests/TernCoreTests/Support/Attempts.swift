import Foundation
import TernLocks
import TernTesting

@testable import TernCore

/// A client over a server that answers one attempt after the other, the last answer for ever, on a clock that moves on
/// whenever a call waits.
struct Attempts {
    let clock: VirtualClock
    let recorder = Recorder()
    var client: Client
    private let arrivals: Locked<[Duration]>

    init(_ answers: Sample..., retry: RetryPolicy = .fullWaits) {
        let clock = VirtualClock()
        let arrivals = Locked<[Duration]>([])
        let transport = StubTransport { _ in
            let now = clock.now.offset
            let index = arrivals.withLock { arrivals in
                arrivals.append(now)
                return arrivals.count - 1
            }
            return answers[min(index, answers.count - 1)]
        }
        self.clock = clock
        self.arrivals = arrivals
        client = Client(transport: recorder.recording(transport), retry: retry, clock: clock)
    }

    /// When each attempt arrived.
    var times: [Duration] { arrivals.withLock { $0 } }

    func send(_ request: Request = Request(at: "http://h/"), validation: Validation = .successCodes)
        async throws(TernError) -> Response<Data>
    {
        let driver = driver()
        defer { driver.cancel() }
        return try await client.send(request, validation: validation)
    }

    func stream(_ request: Request) async throws(TernError) -> Response<ResponseBody> {
        let driver = driver()
        defer { driver.cancel() }
        return try await client.stream(request, validation: .none)
    }

    private func driver() -> Task<Void, Never> {
        Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(count: 1)
                clock.run()
            }
        }
    }
}

extension RetryPolicy {
    /// The standard policy without its chance: the longest wait each time.
    static let fullWaits = standard { $0.random = { 1 } }

    /// The same with changes.
    static func fullWaits(_ change: (inout RetryPolicy) -> Void) -> RetryPolicy {
        var policy = fullWaits
        change(&policy)
        return policy
    }
}

extension Sample {
    static func unavailable(retryAfter: String? = nil) -> Sample {
        .text("busy", status: .serviceUnavailable, headers: retryAfter.map { ["Retry-After": $0] } ?? [:])
    }

    static func failing(_ code: TernError.Code) -> Sample { .failure(TernError(code, message: "the wire broke")) }
}
