public import Foundation

extension Response where Value == Data {
    /// The body as a value.
    ///
    /// `Data` is the bytes and `String` the text, by the answer's charset, unless a key path says where they lie;
    /// ``NoContent`` is any body. An empty one (204, 205, HEAD) is nil of an Optional, and an error for every other type. An
    /// Optional at a key path is nil where the path's last key is missing.
    ///
    /// - Parameters:
    ///   - type: what the body is.
    ///   - keyPath: the place of the value in the body, keys as they stand there, joined by dots: `data.user_list`.
    ///   - decoder: reads the body. Default JSON.
    /// - Throws: `.decoding`, with the answer attached and the place named.
    public func decode<T: Decodable & SendableMetatype>(
        _ type: T.Type = T.self, at keyPath: String? = nil, using decoder: any ContentDecoder = .json
    ) throws(TernError) -> sending T {
        if let value = try undecoded(type, at: keyPath) { return value }
        return try decoding(type) {
            guard let keyPath else { return try decoder.decode(type, from: value) }
            return try decoder.decode(Located<T>.self, at: keyPath, from: value).value
        }
    }

    /// The body as the value or as the server's own error, read in one pass.
    func decode<T: Decodable & SendableMetatype, Failure: APIFailure>(
        _ type: T.Type, failing: Failure.Type, at keyPath: String?, using decoder: any ContentDecoder
    ) throws(TernError) -> sending Result<T, Failure> {
        if let plain = try undecoded(type, at: keyPath) {
            // The value needs no decoder, so only the envelope is looked for; a body that has none is no failure.
            if !value.isEmpty, let enveloped = try? decoder.decode(Enveloped<NoContent, Failure>.self, from: value),
                case .failure(let failure) = enveloped.result
            {
                return .failure(failure)
            }
            return .success(plain)
        }
        return try decoding(type) {
            try decoder.decode(Enveloped<T, Failure>.self, at: keyPath, from: value).result
        }
    }

    /// The text by the charset that the answer names, UTF-8 where it names none.
    public func text() throws(TernError) -> String {
        let charset = mediaType?.charset
        guard let encoding = String.Encoding(charset: charset ?? "utf-8") else {
            throw decodingError(String.self, "the charset \(charset ?? "") is not known: ask for Data")
        }
        guard let text = String(data: value, encoding: encoding) else {
            throw decodingError(String.self, "the bytes are not \(charset ?? "utf-8")")
        }
        return text
    }

    /// What needs no decoder: nil where a decoder has to look at the body.
    private func undecoded<T>(_ type: T.Type, at keyPath: String?) throws(TernError) -> T? {
        if T.self == NoContent.self { return NoContent() as? T }
        if keyPath == nil {
            if T.self == Data.self { return value as? T }
            if T.self == String.self { return try text() as? T }
            if !value.isEmpty {
                if T.self == Data?.self { return value as? T }
                if T.self == String?.self { return try text() as? T }
                if T.self == NoContent?.self { return NoContent() as? T }
            }
        }
        guard value.isEmpty else { return nil }
        if let optional = T.self as? any EmptyRepresentable.Type { return optional.empty as? T }
        throw decodingError(
            type, "the body is empty (\(status)): ask for NoContent.self or for an Optional where that is right")
    }

    private func decoding<T, Answer>(
        _ type: T.Type, _ body: () throws -> sending Answer
    ) throws(TernError) -> sending Answer {
        do {
            return try body()
        } catch {
            throw decodingError(type, (error as? DecodingError)?.explanation ?? "\(error)", underlying: error)
        }
    }

    private func decodingError<T>(
        _ type: T.Type, _ explanation: String, underlying: (any Error)? = nil
    ) -> TernError {
        TernError(
            .decoding, request: request, response: truncated, underlying: underlying,
            message: "the answer is not a \(type): \(explanation)")
    }
}

/// A type that has a value for an empty body.
private protocol EmptyRepresentable { static var empty: Self { get } }
extension Optional: EmptyRepresentable { fileprivate static var empty: Self { .none } }

extension ContentDecoder {
    fileprivate func decode<T: Decodable>(_ type: T.Type, at keyPath: String?, from data: Data) throws -> T {
        guard let keyPath else { return try decode(type, from: data) }
        let keys = keyPath.split(separator: ".").map { AnyCodingKey(String($0)) }
        return try ValuePlace.$keys.withValue(keys) { try decode(type, from: data) }
    }
}

/// Where the value lies in the body. A decoder of any make can't be handed it, so it travels beside the call.
private enum ValuePlace {
    @TaskLocal static var keys: [AnyCodingKey] = []

    static func decode<T: Decodable>(_ type: T.Type, from decoder: any Decoder) throws -> T {
        guard let end = keys.last else { return try decoder.singleValueContainer().decode(type) }
        var container = try decoder.container(keyedBy: AnyCodingKey.self)
        for key in keys.dropLast() {
            container = try container.nestedContainer(
                keyedBy: AnyCodingKey.self, forKey: spelling(of: key, in: container))
        }
        let last = spelling(of: end, in: container)
        if !container.contains(last), let none = (type as? any EmptyRepresentable.Type)?.empty as? T { return none }
        return try container.decode(type, forKey: last)
    }

    /// The key as the decoder spells it: a path says `user_list` as the body does, where a decoder that converts from
    /// snake case has `userList`.
    private static func spelling(
        of key: AnyCodingKey, in container: KeyedDecodingContainer<AnyCodingKey>
    ) -> AnyCodingKey {
        guard !container.contains(key), key.stringValue.contains("_") else { return key }
        let words = key.stringValue.split(separator: "_")
        let camelCase =
            words.prefix(1) + words.dropFirst().map { Substring($0.prefix(1).uppercased() + $0.dropFirst()) }
        let converted = AnyCodingKey(camelCase.joined())
        return container.contains(converted) ? converted : key
    }
}

/// The value at its place in the body.
private struct Located<T: Decodable>: Decodable {
    let value: T
    init(from decoder: any Decoder) throws { value = try ValuePlace.decode(T.self, from: decoder) }
}

/// The server's own error if the envelope tells of one, else the value, from one decoder.
private struct Enveloped<T: Decodable, Failure: APIFailure>: Decodable {
    let result: Result<T, Failure>

    init(from decoder: any Decoder) throws {
        if let envelope = try? Failure.Envelope(from: decoder), let failure = Failure(envelope) {
            result = .failure(failure)
        } else {
            result = .success(try ValuePlace.decode(T.self, from: decoder))
        }
    }
}

extension DecodingError {
    /// What was wrong, and at which coding path.
    var explanation: String {
        switch self {
        case .keyNotFound(let key, let context):
            "\((context.codingPath + [key]).place) is missing"
        case .valueNotFound(let type, let context):
            "\(context.codingPath.place) is null where a \(type) was expected"
        case .typeMismatch(let type, let context):
            "\(context.codingPath.place) is not of type \(type): \(context.debugDescription)"
        case .dataCorrupted(let context):
            "\(context.codingPath.place) is corrupted: \(context.debugDescription)"
        @unknown default: "\(self)"
        }
    }
}

extension [any CodingKey] {
    fileprivate var place: String {
        isEmpty ? "the top level" : map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
