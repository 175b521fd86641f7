public import Foundation

/// A scriptable HTTP/1.1 server on a real loopback socket, for tests.
///
///     let server = try await WireServer.start { request in
///         .json(#"{"path":"\#(request.path)"}"#)
///     }
///     let (data, _) = try await URLSession.shared.data(from: server.url.appending(path: "users"))
///     #expect(server.requests[0].headers["Accept"] == "*/*")
///     await server.stop()
///
/// A request is answered by the first of: the enqueued replies in order, the route added last that matches, the
/// handler, a 501 which says that there was no reply. Replies carry faults, which strike at a phase of the exchange.
/// Everything that arrived can be read back, and waited for without sleeping.
///
/// The server ends with `stop()`, or when the last reference to it is gone. A handler that holds the server keeps it
/// alive until `stop()`.
public final class WireServer: Sendable {
    /// Answers one request. It runs in a task of its own, which is cancelled when the client has gone or the server
    /// stops. An error it throws becomes a 500 that says so.
    public typealias Handler = @Sendable (ReceivedRequest) async throws -> Reply

    /// A loopback address to listen on.
    public enum Address: Sendable, Hashable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6

        var literal: String {
            switch self {
            case .ipv4: "127.0.0.1"
            case .ipv6: "[::1]"
            }
        }
    }

    /// When a handler is asked for its reply.
    public enum DecisionPoint: Sendable, Hashable {
        /// When the head is there: the handler sees no body, and its reply may be early.
        case head
        /// When the whole request is there.
        case wholeRequest
    }

    /// The port the server listens on.
    public let port: Int
    /// `http://127.0.0.1:PORT`, without a path.
    public let url: URL

    let core: Core

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: Where to listen; `127.0.0.1` unless told otherwise.
    ///   - port: 0, the default, has the system choose a free one.
    ///   - decidingAt: When the handler is asked.
    ///   - keepingBodyBytes: How much of each request's body is recorded; the rest is only counted. 16 MiB.
    ///   - keepingRequests: How many requests are recorded at least; older ones are let go. All.
    ///   - handler: Answers what neither an enqueued reply nor a route does.
    /// - Throws: `WireServerError` of kind `cannotListen`.
    public static func start(
        on address: Address = .ipv4, port: Int = 0, decidingAt: DecisionPoint = .wholeRequest,
        keepingBodyBytes: Int = 16 << 20, keepingRequests: Int = .max, handler: Handler? = nil
    ) async throws(WireServerError) -> WireServer {
        let listener = try Listener(address, port: port)
        do throws(WireServerError) {
            guard let url = URL(string: "http://\(address.literal):\(listener.port)") else {
                throw .cannotListen("\(address.literal):\(listener.port)", reason: "it makes no URL", advice: nil)
            }
            let core = try Core(
                listener, script: Script(handler: handler, decidingAt: decidingAt),
                requestsKept: max(1, keepingRequests), bodyBytesKept: max(0, keepingBodyBytes))
            return WireServer(core, port: listener.port, url: url)
        } catch {
            listener.close()
            throw error
        }
    }

    private init(_ core: Core, port: Int, url: URL) {
        self.core = core
        self.port = port
        self.url = url
    }

    deinit { core.abandon() }

    /// Closes every connection and waits until no descriptor and no thread of the server is left.
    ///
    /// It may be called more than once, and runs to its end even if the task is cancelled.
    public func stop() async {
        core.stopping.raise()
        let stopped = Waiting<Void>()
        core.stopped.whenOpen { stopped.settle(()) }
        await stopped.value()
        core.joinAcceptor()
    }

    // MARK: Script

    /// Adds replies for the next requests, whatever they ask for and on whichever connection they come.
    public func enqueue(_ replies: Reply...) {
        core.script.enqueue(replies)
    }

    /// Forgets the enqueued replies that no request has taken yet, such as that of a client which gave up before.
    public func dropEnqueued() { core.script.dropEnqueued() }

    /// Answers requests for a path.
    ///
    /// - Parameters:
    ///   - pattern: `/users`, or with a method `GET /users`, or with a final asterisk `/users/*`. It is compared with
    ///     the path as it was written, without its query.
    ///   - decidingAt: When the handler is asked.
    ///   - handler: Gives the reply.
    public func route(
        _ pattern: String, decidingAt: DecisionPoint = .wholeRequest, handler: @escaping Handler
    ) {
        core.script.route(pattern, handler, decidingAt)
    }

    /// Answers requests for a path with these replies, one after the other; the last one is repeated.
    public func route(_ pattern: String, _ first: Reply, _ others: Reply...) {
        core.script.route(pattern, replies: [first] + others)
    }

    /// Has faults strike when a connection is accepted, in this order.
    ///
    /// - Parameters:
    ///   - index: The connection's number, counted from 0.
    ///   - faults: What goes wrong with it.
    public func onConnection(_ index: Int, _ faults: Reply.Fault...) {
        core.script.add(faults, toConnection: index)
    }
}
