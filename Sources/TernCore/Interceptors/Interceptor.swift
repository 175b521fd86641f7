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
    private let position: Int
    private let transport: any Transport

    package init(_ interceptors: [any Interceptor], transport: any Transport) {
        self.init(interceptors, position: 0, transport: transport)
    }

    private init(_ interceptors: [any Interceptor], position: Int, transport: any Transport) {
        self.interceptors = interceptors
        self.position = position
        self.transport = transport
    }

    /// Sends the request on: through the interceptors further in, then over the transport.
    ///
    /// - Throws: what went wrong, with the request as it was last sent; `.cancelled` for a CancellationError.
    public func callAsFunction(_ request: Request) async throws(TernError) -> Response<ResponseBody> {
        do {
            if position < interceptors.count {
                let next = Next(interceptors, position: position + 1, transport: transport)
                return try await interceptors[position].intercept(request, next: next)
            }
            try request.check()
            return try await transport.send(request)
        } catch {
            let isTransport = position == interceptors.count
            throw TernError(error, request: request, foreign: isTransport ? .transport : .interceptor)
        }
    }
}
