public import Foundation

/// An answer: its head, what it cost, and a value: the body as it comes, its bytes, or what they decode to.
public struct Response<Value> {
    /// The request as it was last sent, after interceptors and redirects.
    public var request: Request
    /// The status.
    public var status: HTTPStatus
    /// The header fields, in order, repeated ones kept apart.
    public var headers: HTTPHeaders
    /// What the last attempt cost.
    public var metrics: Metrics
    /// The body, or what became of it.
    public var value: Value

    /// Makes an answer.
    public init(
        request: Request, status: HTTPStatus, headers: HTTPHeaders = [:], metrics: Metrics = Metrics(), value: Value
    ) {
        self.request = request
        self.status = status
        self.headers = headers
        self.metrics = metrics
        self.value = value
    }

    /// The same answer with another value.
    public func map<NewValue, Failure: Error>(
        _ transform: (Value) throws(Failure) -> NewValue
    ) throws(Failure) -> Response<NewValue> {
        replacing(with: try transform(value))
    }

    /// The status as a number.
    public var statusCode: Int { status.code }

    /// The answer's media type, if it says one.
    public var mediaType: MediaType? { headers[.contentType].map { MediaType($0) } }

    /// Where the answer came from, after redirects.
    public var url: URL { request.url }

    func replacing<NewValue>(with value: NewValue) -> Response<NewValue> {
        Response<NewValue>(request: request, status: status, headers: headers, metrics: metrics, value: value)
    }
}

extension Response: Sendable where Value: Sendable {}

extension Response where Value == ResponseBody {
    /// The body. Reading it to the end, or letting go of it, frees the connection.
    public var body: ResponseBody {
        get { value }
        set { value = newValue }
    }

    /// The answer with its whole body.
    ///
    /// - Parameter limit: the most bytes; nil takes the limit that the request was sent with.
    public func collected(upTo limit: Int? = nil) async throws(TernError) -> Response<Data> {
        do {
            return replacing(with: try await value.collect(upTo: limit ?? sentLimit))
        } catch {
            throw error.with(request: request)
        }
    }

    /// The answer with its whole body, where all of that is there already.
    var collectedAlready: Response<Data>? {
        guard let whole = value.whole, whole.count <= sentLimit else { return nil }
        return replacing(with: whole)
    }

    private var sentLimit: Int {
        if case .collected(let limit) = request.delivery { limit } else { request.options.responseLimit }
    }
}
