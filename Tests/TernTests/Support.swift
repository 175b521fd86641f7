import Foundation
import Tern
import Testing

/// Runs a call that must fail and gives its error.
func failure<T>(of call: () async throws -> T, _ location: SourceLocation = #_sourceLocation) async -> TernError? {
    do {
        _ = try await call()
        Issue.record("the call should have failed", sourceLocation: location)
    } catch let error as TernError {
        return error
    } catch {
        Issue.record("not a TernError: \(error)", sourceLocation: location)
    }
    return nil
}

/// A target of any shape.
struct Call: TargetType {
    var baseURL: URL
    var path: URLPath = ""
    var method: HTTPMethod = .get
    var parameters: Parameters = .none
    var headers: HTTPHeaders = [:]
    var timeout: Duration?
    var validation: Validation = .successCodes
    var options = RequestOptions()
}

extension Client {
    /// A client with connections of its own.
    static func fresh(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) -> Client {
        var configuration = CurlTransport.Configuration()
        change(&configuration)
        return Client(transport: CurlTransport(configuration))
    }
}
