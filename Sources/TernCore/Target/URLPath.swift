public import Foundation
public struct URLPath: Sendable, ExpressibleByStringInterpolation {
    let text: String
    var failure: String?
    public init(stringLiteral value: String) { text = value }
    package static func invalid(_ reason: String) -> URLPath {
        var path: URLPath = ""
        path.failure = reason
        return path
    }
    package func url(below base: URL, query: String?) throws(TernError) -> URL {
        URL(string: base.absoluteString + text + (query.map { "?" + $0 } ?? ""))!
    }
}
