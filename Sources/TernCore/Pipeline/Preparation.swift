import Foundation

/// A hook that sees every request of a provider before it is sent.
public typealias RequestMapping<Target> = @Sendable (_ request: Request, _ target: Target) throws -> Request

/// What a provider changes of the requests that its targets make.
struct Preparation<Target: TargetType>: Sendable {
    /// Takes the place of the targets' own base.
    var baseURL: URL?
    /// Changes the targets' own options.
    var changeOptions: (@Sendable (inout RequestOptions) -> Void)?
    /// Sees every request last.
    var mapRequest: RequestMapping<Target>?
}

extension Client {
    /// The request of a target, as it enters the interceptors.
    func request<Target: TargetType>(
        for target: Target, with preparation: Preparation<Target>
    ) throws(TernError) -> Request {
        let base = preparation.baseURL ?? target.baseURL
        var options = target.options
        changeOptions?(&options)
        preparation.changeOptions?(&options)
        let method = target.method
        let parameters = target.parameters
        let queryEncoding = options.queryEncoding ?? queryEncoding
        var url = try target.path.writer(below: base)
        var request: Request
        do {
            try parameters.writeQuery(for: method, encoding: queryEncoding, to: &url)
            request = Request(method, try url.url(), headers: target.headers, timeout: target.timeout, options: options)
            if let content = try parameters.encodedBody(
                for: method, encoder: options.encoder ?? encoder, queryEncoding: queryEncoding)
            {
                request.body = content.body
                let isSaid =
                    request.headers.contains(.contentType) || content.isOfEncoder && headers.contains(.contentType)
                if !isSaid { request.headers[.contentType] = content.mediaType.rawValue }
            }
        } catch {
            // Which call it was can still be told, without its parameters.
            throw error.with(request: Request(method, try target.path.url(below: base), headers: target.headers))
        }
        guard let mapRequest = preparation.mapRequest else { return request }
        do {
            return try mapRequest(request, target)
        } catch {
            throw TernError(error, request: request)
        }
    }
}
