/// One policy around the sending of requests: a header for every call, a retry, a log line, a cached answer.
///
/// ```swift
/// struct Tagging: Interceptor {
///     func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
///         var request = request
///         request.headers["X-Tag"] = "blue"
///         return try await next(request)
///     }
/// }
/// let client = Client().with(Tagging())
/// ```
///
/// It may change the request; call `next` never, once or many times; change the answer; or throw. An error of another
/// type arrives at the caller as a ``TernError`` with it as `underlying`. Before it calls `next` again it lets go of
/// the body it got, since a streamed one holds its connection.
public protocol Interceptor: Sendable {
    /// Answers the request, usually by asking `next`.
    func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody>
}

/// The rest of the way from an interceptor to the wire and back.
public struct Next: Sendable {
    private let call: CallContext
    private var position = 0
    private var attempt = 1

    init(_ call: CallContext) { self.call = call }

    /// Sends the request on: through the interceptors further in, then over the transport.
    ///
    /// - Throws: what went wrong, with the request as it was last sent; `.cancelled` for a CancellationError.
    public nonisolated(nonsending) func callAsFunction(
        _ request: Request
    ) async throws(TernError) -> Response<ResponseBody> {
        let request = request.attempt(attempt, on: call.clock)
        do {
            if position < call.interceptors.count {
                var next = self
                next.position += 1
                return try await call.interceptors[position].intercept(request, next: next)
            }
            try request.check()
            return try await call.transport.send(request)
        } catch {
            let isTransport = position == call.interceptors.count
            throw TernError(error, request: request, foreign: isTransport ? .transport : .interceptor)
        }
    }

    /// The same way, for that attempt at the call.
    func attempt(_ number: Int) -> Next {
        var next = self
        next.attempt = number
        return next
    }
}

/// The way of a call: the same from its start to its end.
final class CallContext: Sendable {
    let interceptors: [any Interceptor]
    let transport: any Transport
    let clock: CallClock

    init(_ interceptors: [any Interceptor], transport: any Transport, clock: CallClock) {
        self.interceptors = interceptors
        self.transport = transport
        self.clock = clock
    }

    func with(deadline: Duration) -> CallContext {
        CallContext(interceptors, transport: transport, clock: CallClock(time: clock.time, deadline: deadline))
    }
}

/// The time of a call. Its requests carry it, and with them its answers and errors; so it holds nothing else.
final class CallClock: Sendable {
    /// The clock of the call's timers.
    let time: TimeSource
    /// When the whole call must have ended, on that clock.
    let deadline: Duration?

    init(time: TimeSource, deadline: Duration? = nil) {
        self.time = time
        self.deadline = deadline
    }
}
