public import Foundation

/// What a call sends, and where: in the query, in the body, or both.
///
/// ```swift
/// ["q": text, "page": page, "tags": ["a", "b"], "strict": true]   // the query of a GET, the JSON body of a POST
/// .query(["page": 2]).json(draft)                                 // each where it is said
/// ```
///
/// A value is anything Encodable, or a literal of pairs whose values are of any kind; ``Fields`` are such pairs as a
/// value of their own. A value that is nil is left out. Pairs keep their order and may repeat a key; dictionaries are
/// sorted by key. Queries add up; a request has one body, and a second one fails with `.encoding`.
///
/// What can't be encoded fails with `.encoding` before anything is sent; the message names the place.
public struct Parameters: Sendable, ExpressibleByDictionaryLiteral {
    /// Pairs, or a value that writes itself.
    enum Values: Sendable {
        case fields(Fields)
        case value(any Encodable & Sendable)

        var encodable: any Encodable {
            switch self {
            case .fields(let fields): fields
            case .value(let value): value
            }
        }
    }

    enum Content: Sendable {
        case json(Values)
        case form(Values, QueryEncoding?)
        case encoded(Values)
        case multipart(MultipartForm)
        case raw(RequestBody, MediaType)
    }

    /// Pairs that go where the method has them.
    private(set) var placed: Fields?
    private(set) var queries: [(values: Values, encoding: QueryEncoding?)] = []
    private(set) var content: Content?
    private(set) var hasTwoBodies = false

    private init() {}

    /// Nothing is sent.
    public static let none = Parameters()

    /// Makes parameters that are placed by the method: in the query for GET and HEAD, in a JSON body otherwise.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
        placed = Fields(pairs: elements)
    }

    func adding(query values: Values, encoding: QueryEncoding?) -> Parameters {
        var parameters = self
        parameters.queries.append((values, encoding))
        return parameters
    }

    func adding(_ content: Content) -> Parameters {
        var parameters = self
        if parameters.content != nil { parameters.hasTwoBodies = true }
        parameters.content = content
        return parameters
    }
}

extension Parameters {
    /// Pairs in the query. They go behind a query of the path, and of the parameters so far.
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    public func query(_ fields: Fields, encoding: QueryEncoding? = nil) -> Parameters {
        adding(query: .fields(fields), encoding: encoding)
    }

    /// The properties of a value in the query.
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public func query(_ value: some Encodable & Sendable, encoding: QueryEncoding? = nil) -> Parameters {
        adding(query: .value(value), encoding: encoding)
    }

    /// Pairs as a JSON body: by the call's encoder where that writes JSON, else by Tern's.
    public func json(_ fields: Fields) -> Parameters { adding(.json(.fields(fields))) }

    /// A value as a JSON body: by the call's encoder where that writes JSON, else by Tern's.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public func json(_ value: some Encodable & Sendable) -> Parameters { adding(.json(.value(value))) }

    /// Pairs as the body of a form (`application/x-www-form-urlencoded`).
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    public func form(_ fields: Fields, encoding: QueryEncoding? = nil) -> Parameters {
        adding(.form(.fields(fields), encoding))
    }

    /// The properties of a value as the body of a form (`application/x-www-form-urlencoded`).
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public func form(_ value: some Encodable & Sendable, encoding: QueryEncoding? = nil) -> Parameters {
        adding(.form(.value(value), encoding))
    }

    /// Pairs as a body, written by the call's encoder.
    public func body(_ fields: Fields) -> Parameters { adding(.encoded(.fields(fields))) }

    /// A value as a body, written by the call's encoder.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public func body(_ value: some Encodable & Sendable) -> Parameters { adding(.encoded(.value(value))) }

    /// A form of several parts as the body.
    public func multipart(_ form: MultipartForm) -> Parameters { adding(.multipart(form)) }

    /// Bytes as the body.
    public func data(_ bytes: Data, _ type: MediaType = .octetStream) -> Parameters {
        adding(.raw(RequestBody(bytes), type))
    }

    /// A stream as the body. It is read once, so such a call is never sent a second time.
    ///
    /// - Parameters:
    ///   - length: the number of bytes, if known. More or fewer are an error; unknown goes out in chunks.
    ///   - type: what the bytes are.
    ///   - chunks: the bytes.
    public func stream<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil, type: MediaType = .octetStream, _ chunks: Chunks
    ) -> Parameters where Chunks.Element == Data {
        adding(.raw(RequestBody(length: length, streaming: chunks), type))
    }
}
