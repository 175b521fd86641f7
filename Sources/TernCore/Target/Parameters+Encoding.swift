import Foundation

extension Parameters {
    /// A body as it goes into a request.
    struct EncodedBody {
        let body: RequestBody
        let mediaType: MediaType
        /// Whether the type says no more than what encoder wrote the body, so that a client's own header knows better.
        let isOfEncoder: Bool
    }

    /// Appends what goes into the query.
    func writeQuery(
        for method: HTTPMethod, encoding: QueryEncoding, to writer: inout PairWriter
    ) throws(TernError) {
        do {
            if let placed, method.hasParametersInQuery { try writer.append(.fields(placed), encoding: encoding) }
            for (values, own) in queries { try writer.append(values, encoding: own ?? encoding) }
        } catch {
            throw TernError(encoding: "query", error)
        }
    }

    /// What goes into the body; nil for none.
    func encodedBody(
        for method: HTTPMethod, encoder: any ContentEncoder, queryEncoding: QueryEncoding
    ) throws(TernError) -> EncodedBody? {
        var content = content
        var hasTwoBodies = hasTwoBodies
        if let placed, !method.hasParametersInQuery {
            hasTwoBodies = hasTwoBodies || content != nil
            content = .json(.fields(placed))
        }
        guard !hasTwoBodies else {
            throw TernError(
                .encoding,
                message:
                    "the parameters have two bodies and a request has one: put the rest into the query, or into one value"
            )
        }
        switch content {
        case nil: return nil
        case .json(let values):
            return try Self.encode(values, "JSON body", by: encoder.mediaType.isJSON ? encoder : StandardJSON())
        case .encoded(let values): return try Self.encode(values, "body", by: encoder)
        case .form(let values, let own):
            var writer = PairWriter(.form)
            do {
                try writer.append(values, encoding: own ?? queryEncoding)
            } catch {
                throw TernError(encoding: "form", error)
            }
            return EncodedBody(body: RequestBody(writer.data), mediaType: .form, isOfEncoder: false)
        case .multipart(let form):
            let (data, type) = try form.encoded()
            return EncodedBody(body: RequestBody(data), mediaType: type, isOfEncoder: false)
        case .raw(let body, let type): return EncodedBody(body: body, mediaType: type, isOfEncoder: false)
        }
    }

    private static func encode(
        _ values: Values, _ part: String, by encoder: any ContentEncoder
    ) throws(TernError) -> EncodedBody {
        do {
            let data = try encoder.encode(values.encodable)
            return EncodedBody(body: RequestBody(data), mediaType: encoder.mediaType, isOfEncoder: true)
        } catch {
            throw TernError(encoding: part, error)
        }
    }
}

extension HTTPMethod {
    fileprivate var hasParametersInQuery: Bool { self == .get || self == .head }
}

extension MediaType {
    fileprivate var isJSON: Bool {
        self == .json || essence == MediaType.json.rawValue || essence.hasSuffix("+json")
    }
}
