public import Foundation

/// Which answers are right; the others become a ``TernError`` with the answer attached.
public struct Validation: Sendable {
    private enum Rule: Sendable {
        case none
        case range(Range<Int>)
        case closedRange(ClosedRange<Int>)
        case codes(Set<Int>)
        case custom(@Sendable (Response<Data>) throws -> Void)
    }

    private let rule: Rule

    private init(_ rule: Rule) { self.rule = rule }

    /// Every answer is right.
    public static let none = Validation(.none)
    /// 200..<300: the default.
    public static let successCodes = Validation(.range(200..<300))
    /// 200..<400.
    public static let successAndRedirectCodes = Validation(.range(200..<400))

    /// These codes, and no others: `.codes([200, 404])`.
    public static func codes(_ codes: Set<Int>) -> Validation { Validation(.codes(codes)) }
    /// The codes of this range, and no others: `.codes(200..<400)`.
    public static func codes(_ codes: Range<Int>) -> Validation { Validation(.range(codes)) }
    /// The codes of this range, and no others: `.codes(200...399)`.
    public static func codes(_ codes: ClosedRange<Int>) -> Validation {
        Validation(.closedRange(codes))
    }

    /// What `check` lets pass. An error it throws becomes `.validation`, with that error as `underlying`; a TernError
    /// goes through as it is. A streamed answer is checked with an empty body, since its own hasn't come yet.
    public static func custom(_ check: @escaping @Sendable (Response<Data>) throws -> Void) -> Validation {
        Validation(.custom(check))
    }

    /// Whether the status alone is right.
    func accepts(_ status: HTTPStatus) -> Bool {
        switch rule {
        case .none, .custom: true
        case .range(let range): range.contains(status.code)
        case .closedRange(let range): range.contains(status.code)
        case .codes(let codes): codes.contains(status.code)
        }
    }

    /// Throws where the answer isn't right.
    public func check(_ response: Response<Data>) throws(TernError) {
        guard accepts(response.status) else {
            throw TernError(
                .statusCode, request: response.request, response: response.truncated,
                message: "the server answered \(response.status), which this call does not accept\(response.excerpt)")
        }
        guard case .custom(let check) = rule else { return }
        do {
            try check(response)
        } catch let error as TernError {
            throw error
        } catch {
            throw TernError(
                .validation, request: response.request, response: response.truncated, underlying: error,
                message: "the call's validation refused the answer: \(error)")
        }
    }
}

extension Response where Value == Data {
    /// The most bytes of a body that an error keeps.
    package static var keptInErrors: Int { 1 << 20 }

    /// The answer as an error keeps it.
    package var truncated: Response<Data> {
        value.count <= Self.keptInErrors ? self : replacing(with: Data(value.prefix(Self.keptInErrors)))
    }

    /// The beginning of the body for a message, where it is a text: a server often says there what is wrong.
    fileprivate var excerpt: String {
        guard let essence = mediaType?.essence,
            essence.hasPrefix("text/plain") || essence == "application/json" || essence.hasSuffix("+json"),
            let text = String(data: value.prefix(4096), encoding: .utf8)
        else { return "" }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? "" : ": \(line.prefix(200))\(line.count > 200 ? "…" : "")"
    }
}
