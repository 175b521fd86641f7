import Foundation
import Tern

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
