import Foundation
import WireServer

/// What is wrong with a call, in the words of HTTP.
struct Refusal: Error {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// A request taken apart as an API sees it: what is missing or wrong becomes a `Refusal` which says so.
struct ReceivedCall {
    let request: ReceivedRequest
    /// The decoded segments of the path below the API's base.
    let segments: [String]
    private let query: [(name: String, value: String)]

    init(_ request: ReceivedRequest, below base: String) {
        self.request = request
        segments = request.path.dropFirst(base.count).split(separator: "/").map { Self.decoded($0) }
        query = (request.query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : "")
        }
    }

    /// `GET /campaigns/7`, as routes are compared.
    var route: String { "\(request.method) /\(segments.joined(separator: "/"))" }

    /// What to answer where no route fits.
    var unknown: Refusal { Refusal(404, "there is no \(route) in this API") }

    /// A parameter of the query, which must not be given twice.
    func parameter(_ name: String) throws -> String? {
        let values = query.filter { $0.name == name }
        guard values.count < 2 else { throw Refusal(400, "the parameter \(name) was given \(values.count) times") }
        return values.first?.value
    }

    /// A parameter that must be there and not empty.
    func required(_ name: String) throws -> String {
        guard let value = try parameter(name), !value.isEmpty else {
            throw Refusal(422, "the parameter \(name) is missing")
        }
        return value
    }

    /// A parameter that is a number of a range.
    func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws -> Int {
        guard let text = try parameter(name) else { return standard }
        guard let value = Int(text), range.contains(value) else {
            throw Refusal(422, "the parameter \(name) is \(text.debugDescription), not a number of \(range)")
        }
        return value
    }

    /// A parameter that is one of some words.
    func choice(_ name: String, of words: [String], default standard: String) throws -> String {
        let value = try parameter(name) ?? standard
        guard words.contains(value) else {
            throw Refusal(422, "the parameter \(name) is \(value.debugDescription), not one of \(words)")
        }
        return value
    }

    /// Throws where the query has a parameter that isn't among these.
    func allow(_ names: String...) throws {
        if let stranger = query.first(where: { !names.contains($0.name) }) {
            throw Refusal(400, "the parameter \(stranger.name) is not known here; known are \(names)")
        }
    }

    /// A header that must be there.
    func header(_ name: String) throws -> String {
        guard let value = request.headers[name] else { throw Refusal(400, "the header \(name) is missing") }
        return value
    }

    /// The JSON body, which must say that it is JSON.
    func body<Body: Decodable>(_ type: Body.Type) throws -> Body {
        let mediaType = request.headers["Content-Type"] ?? "none"
        guard mediaType.hasPrefix("application/json") else {
            throw Refusal(415, "the Content-Type is \(mediaType), not application/json")
        }
        do {
            return try JSONDecoder().decode(type, from: request.body)
        } catch {
            throw Refusal(400, "the body \(request.text.debugDescription) is not what \(route) takes: \(error)")
        }
    }

    /// Throws where there is a body or a type for one.
    func refuseBody() throws {
        guard request.bodyLength == 0 else { throw Refusal(400, "\(route) takes no body, but one came") }
    }

    // A server reads a plus in a query as a space, which a client has to escape.
    private static func decoded(_ text: Substring) -> String {
        let text = text.replacing("+", with: " ")
        return text.removingPercentEncoding ?? String(text)
    }
}
