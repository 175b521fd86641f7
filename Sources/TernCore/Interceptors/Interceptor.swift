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
    private let interceptors: [any Interceptor]
    private let transport: any Transport
    private let time: TimeSource
    private let deadline: Duration?
    private var position = 0
    private var attempt = 1

    /// - Parameters:
    ///   - time: the clock of the call's timers.
    ///   - deadline: when the whole call must have ended, on that clock.
    package init(
        _ interceptors: [any Interceptor], transport: any Transport, time: TimeSource = .continuous,
        deadline: Duration? = nil
    ) {
        self.interceptors = interceptors
        self.transport = transport
        self.time = time
        self.deadline = deadline
    }

    /// Sends the request on: through the interceptors further in, then over the transport.
    ///
    /// - Throws: what went wrong, with the request as it was last sent; `.cancelled` for a CancellationError.
    public func callAsFunction(_ request: Request) async throws(TernError) -> Response<ResponseBody> {
        var request = request
        // Set at every step, since an interceptor may have made a request of its own.
        request.time = time
        request.deadline = deadline
        request.attempt = attempt
        do {
            if position < interceptors.count {
                var next = self
                next.position += 1
                return try await interceptors[position].intercept(request, next: next)
            }
            try request.check()
            return try await transport.send(request)
        } catch {
            let isTransport = position == interceptors.count
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
