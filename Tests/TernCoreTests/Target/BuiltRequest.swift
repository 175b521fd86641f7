import Foundation
import Testing

@testable import TernCore

/// A transport for tests that only look at requests.
struct NoTransport: Transport {
    func send(_ request: Request) async throws -> Response<ResponseBody> { throw CancellationError() }
}

/// The request of a call, as it enters the interceptors.
func built(
    _ method: HTTPMethod, base: String = "https://h/p", path: URLPath = "", _ params: Parameters = .none,
    headers: HTTPHeaders = [:], options: RequestOptions = RequestOptions(),
    client: Client = Client(transport: NoTransport())
) throws(TernError) -> Request {
    try client.request(
        for: Resource<NoContent>(
            base: base, path: path, method: method, params: params, headers: headers, options: options))
}

/// The query that parameters become.
func query(_ params: Parameters, encoding: QueryEncoding? = nil) throws(TernError) -> String? {
    let url = try built(.get, params, options: RequestOptions { $0.queryEncoding = encoding }).url.absoluteString
    return url.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
}

/// The form that parameters become.
func form(_ params: Parameters, encoding: QueryEncoding? = nil) throws(TernError) -> String {
    let request = try built(.post, params, options: RequestOptions { $0.queryEncoding = encoding })
    return String(decoding: request.body.data ?? Data(), as: UTF8.self)
}

/// The JSON, or whatever body parameters become, as text.
func bodyText(_ request: Request) -> String? {
    request.body.data.map { String(decoding: $0, as: UTF8.self) }
}

/// The error that a request can't be made for.
func refusal(of build: () throws(TernError) -> some Any) -> TernError? {
    do throws(TernError) {
        _ = try build()
        return nil
    } catch {
        return error
    }
}
