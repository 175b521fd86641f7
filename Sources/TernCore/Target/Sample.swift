public import Foundation

/// What a stub answers: a status, headers and a body, or an error instead.
public struct Sample: Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The header fields. None is added to them.
    public var headers: HTTPHeaders
    /// The body.
    public var body: Data
    /// What the call fails with instead of an answer, as if on the way. One that is no ``TernError`` becomes one with
    /// the code `.transport`.
    public var error: (any Error)?

    /// Makes an answer.
    public init(status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: Data = Data(), error: (any Error)? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.error = error
    }

    /// JSON as it is written: `.json(#"{"id": 1}"#)`.
    public static func json(_ text: String, status: HTTPStatus = .ok, headers: HTTPHeaders = [:]) -> Sample {
        data(Data(text.utf8), type: .json, status: status, headers: headers)
    }

    /// A value in JSON, or in another format by its encoder. A value that can't be encoded fails the call with `.encoding`.
    public static func json(
        _ value: some Encodable, status: HTTPStatus = .ok, headers: HTTPHeaders = [:],
        encoder: any ContentEncoder = .json
    ) -> Sample {
        do {
            return data(try encoder.encode(value), type: encoder.mediaType, status: status, headers: headers)
        } catch {
            return .failure(
                TernError(.encoding, underlying: error, message: "the stub's sample can't be encoded: \(error)"))
        }
    }

    /// Bytes of a media type, unless the headers name another.
    public static func data(
        _ data: Data, type: MediaType = .octetStream, status: HTTPStatus = .ok, headers: HTTPHeaders = [:]
    ) -> Sample {
        Sample(status: status, headers: (["Content-Type": type.rawValue] as HTTPHeaders).merging(headers), body: data)
    }

    /// A status, without a body unless one is given.
    public static func status(_ status: HTTPStatus, headers: HTTPHeaders = [:], body: Data = Data()) -> Sample {
        Sample(status: status, headers: headers, body: body)
    }

    /// An error instead of an answer.
    public static func failure(_ error: any Error) -> Sample { Sample(error: error) }
}
