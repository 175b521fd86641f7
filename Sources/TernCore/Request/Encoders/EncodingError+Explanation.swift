import Foundation

extension EncodingError {
    /// Makes an error about a value at a place.
    init(_ value: Any, _ path: [any CodingKey], _ explanation: String) {
        self = .invalidValue(value, Context(codingPath: path, debugDescription: explanation))
    }

    /// Makes an error about a date that has no text.
    init(unwritable date: Date, _ path: [any CodingKey]) {
        // Its number: Foundation traps where an infinite date is described, and whoever prints this error would.
        self.init(date.timeIntervalSince1970, path, "the date is outside the years 0 to 9999")
    }

    /// At which coding path, and what was wrong.
    var explanation: String {
        switch self {
        case .invalidValue(_, let context):
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + context.debugDescription
        @unknown default: return "\(self)"
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
