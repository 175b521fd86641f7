public import Foundation

// The first of a chain: `.query(x)` is `Parameters.none.query(x)`.
extension Parameters {
    /// Pairs in the query. They go behind a query of the path.
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    public static func query(_ fields: Fields, encoding: QueryEncoding? = nil) -> Parameters {
        none.query(fields, encoding: encoding)
    }

    /// The properties of a value in the query.
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public static func query(_ value: some Encodable & Sendable, encoding: QueryEncoding? = nil) -> Parameters {
        none.query(value, encoding: encoding)
    }

    /// Pairs as a JSON body: by the call's encoder where that writes JSON, else by Tern's.
    public static func json(_ fields: Fields) -> Parameters { none.json(fields) }

    /// A value as a JSON body: by the call's encoder where that writes JSON, else by Tern's.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public static func json(_ value: some Encodable & Sendable) -> Parameters { none.json(value) }

    /// Pairs as the body of a form (`application/x-www-form-urlencoded`).
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    public static func form(_ fields: Fields, encoding: QueryEncoding? = nil) -> Parameters {
        none.form(fields, encoding: encoding)
    }

    /// The properties of a value as the body of a form (`application/x-www-form-urlencoded`).
    ///
    /// `encoding` tells how they are written; nil: as the call or its client says.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public static func form(_ value: some Encodable & Sendable, encoding: QueryEncoding? = nil) -> Parameters {
        none.form(value, encoding: encoding)
    }

    /// Pairs as a body, written by the call's encoder.
    public static func body(_ fields: Fields) -> Parameters { none.body(fields) }

    /// A value as a body, written by the call's encoder.
    @_disfavoredOverload  // a literal is ordered Fields, not a Dictionary
    public static func body(_ value: some Encodable & Sendable) -> Parameters { none.body(value) }

    /// A form of several parts as the body.
    public static func multipart(_ form: MultipartForm) -> Parameters { none.multipart(form) }

    /// Bytes as the body.
    public static func data(_ bytes: Data, _ type: MediaType = .octetStream) -> Parameters { none.data(bytes, type) }

    /// A stream as the body. It is read once, so such a call is never sent a second time.
    ///
    /// - Parameters:
    ///   - length: the number of bytes, if known. More or fewer are an error; unknown goes out in chunks.
    ///   - type: what the bytes are.
    ///   - chunks: the bytes.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil, type: MediaType = .octetStream, _ chunks: Chunks
    ) -> Parameters where Chunks.Element == Data {
        none.stream(length: length, type: type, chunks)
    }
}
