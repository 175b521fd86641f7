extension EncodingError {
    /// Makes an error about a value at a place.
    init(_ value: Any, _ path: [any CodingKey], _ explanation: String) {
        self = .invalidValue(value, Context(codingPath: path, debugDescription: explanation))
    }

    /// At which coding path, and what was wrong.
    var explanation: String {
        switch self {
        case .invalidValue(_, let context):
            context.codingPath.isEmpty
                ? context.debugDescription
                : "\(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")): "
                    + context.debugDescription
        @unknown default: "\(self)"
        }
    }
}

extension TernError {
    /// The error for a part of a request whose value can't be written.
    init(encoding part: String, _ error: any Error) {
        if let error = error as? TernError {
            self = error
        } else {
            self.init(
                .encoding, underlying: error,
                message: "the \(part) can't be encoded: \((error as? EncodingError)?.explanation ?? "\(error)")")
        }
    }
}
