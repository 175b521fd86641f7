/// The wire: sends one request and hands back its answer.
///
/// Use a transport to change *how* bytes move (another library, a stub, a recorder); use an ``Interceptor`` to change
/// *what* is sent or what becomes of the answer. Tern's own are the libcurl transport on Linux and the URLSession
/// transport on Apple's systems.
///
/// To write one: send exactly once, follow no redirects, keep no cookies, add no credentials; hand the body over as
/// `request.delivery` asks; throw a ``TernError`` for what fails; end at once, with `.cancelled`, when the task is
/// cancelled. The request has been checked: its method, header names and URL are fit for the wire.
public protocol Transport: Sendable {
    /// Sends the request and returns when its head, or its whole body where that is collected, has come.
    func send(_ request: Request) async throws -> Response<ResponseBody>
}
