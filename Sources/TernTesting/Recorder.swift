public import Foundation
public import TernCore
import TernLocks

/// Writes down the calls that pass it, for tests to read.
///
/// ```swift
/// let recorder = Recorder()
/// let client = Client(transport: recorder.recording(StubTransport(answering: .json("{}"))))
/// …
/// #expect(recorder.requests.map(\.url) == [url])
/// ```
///
/// Around a transport it sees what is sent, each redirect and attempt; as an interceptor of a client, each call once.
/// To assert that nothing was sent: `#expect(recorder.isEmpty)`.
public final class Recorder: Interceptor {
    /// One call: what was sent, and what became of it.
    public struct Call: Sendable {
        /// What was sent.
        public let request: Request
        /// The answer, if one came. Its value is nil where the body is streamed.
        public internal(set) var response: Response<Data?>?
        /// Why no answer came, if none did.
        public internal(set) var error: TernError?
        /// Whether neither has come yet.
        public var isRunning: Bool { response == nil && error == nil }
    }

    /// What happened, in order. Calls are counted from zero, as they stand in `calls`.
    public enum Event: Hashable, Sendable {
        /// A request was sent on.
        case sent(call: Int)
        /// An answer's head, or all of it, came.
        case answered(call: Int, HTTPStatus)
        /// A call failed.
        case failed(call: Int, TernError.Code)
    }

    private struct State: Sendable {
        var calls: [Call] = []
        var events: [Event] = []
        var waiters = CountWaiters()
    }

    private let state = Locked(State())

    /// Makes a recorder of no calls.
    public init() {}

    /// The calls, in the order they were sent.
    public var calls: [Call] { state.withLock { $0.calls } }
    /// What was sent, in order.
    public var requests: [Request] { calls.map(\.request) }
    /// What happened, in order.
    public var events: [Event] { state.withLock { $0.events } }
    /// Whether nothing was sent.
    public var isEmpty: Bool { calls.isEmpty }

    /// Suspends until at least `count` calls were sent, or the task is cancelled.
    public func waitForCalls(count: Int) async {
        await state.wait(\.waiters, until: count) { $0.calls.count }
    }

    /// A transport that sends over `transport` and writes down what it sends.
    public func recording(_ transport: any Transport) -> any Transport {
        RecordedTransport(transport: transport, recorder: self)
    }

    public func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
        try await record(request) { try await next(request) }
    }

    fileprivate func record(
        _ request: Request, _ send: () async throws -> Response<ResponseBody>
    ) async throws -> Response<ResponseBody> {
        let (call, reached) = state.withLock { state in
            state.calls.append(Call(request: request))
            state.events.append(.sent(call: state.calls.count - 1))
            return (state.calls.count - 1, state.waiters.reached(state.calls.count))
        }
        for waiter in reached { waiter.resume() }
        do {
            let answer = try await send()
            state.withLock { state in
                state.calls[call].response = answer.map { $0.whole }
                state.events.append(.answered(call: call, answer.status))
            }
            return answer
        } catch {
            let failure = TernError(error, request: request, foreign: .transport)
            state.withLock { state in
                state.calls[call].error = failure
                state.events.append(.failed(call: call, failure.code))
            }
            throw error
        }
    }
}

private struct RecordedTransport: Transport {
    let transport: any Transport
    let recorder: Recorder

    func send(_ request: Request) async throws -> Response<ResponseBody> {
        try await recorder.record(request) { try await transport.send(request) }
    }
}
