#if Curl && os(Linux)
    import Foundation
    import Tern

    /// A search with five query pairs, as an app would declare it.
    private enum Search: TargetType {
        case repositories(text: String, page: Int)

        static let base = URL(string: "https://api.example.com/v1")!

        var baseURL: URL { Self.base }
        var path: URLPath { "/search/repositories" }
        var parameters: Parameters {
            switch self {
            case .repositories(let text, let page):
                ["q": text, "page": page, "per_page": 30, "sort": "stars", "archived": false]
            }
        }
    }

    /// Makes the same call's request over and over; the figures of one as a JSON object.
    func measureBuilding(rounds: Int) throws -> String {
        let client = Client()
        var length = 0
        for _ in 0..<rounds / 10 {
            length += try client.request(for: Search.repositories(text: "swift http", page: 2)).headers.count
        }
        let start = Usage.Start()
        for page in 0..<rounds {
            let request = try client.request(for: Search.repositories(text: "swift http", page: page))
            length += request.headers.count
        }
        let usage = Usage(since: start)
        // What comes out is looked at, so that no optimizer may leave the work out.
        guard length == 0 else { throw Failure("a request has headers that nobody set") }
        return """
            {"nanoseconds": \(usage.seconds * 1e9 / Double(rounds)), \
            "allocations": \(usage.allocations / Double(rounds))}
            """
    }
#endif
