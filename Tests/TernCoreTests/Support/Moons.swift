import Foundation

@testable import TernCore

/// An API for the tests of providers.
enum Moons: TargetType {
    case all, one, remove, missing, upload(RequestBody)

    var baseURL: URL { URL(string: "http://moons.example")! }
    var path: URLPath {
        switch self {
        case .all: "/moons"
        case .one, .remove: "/moons/1"
        case .missing: "/nowhere"
        case .upload: "/upload"
        }
    }
    var method: HTTPMethod { if case .remove = self { .delete } else { .get } }
    var headers: HTTPHeaders { ["X-Call": "moons"] }
}

extension Moons: Stubbable {
    var sample: Sample {
        switch self {
        case .all: .json(#"{"data": {"items": [{"name": "Io"}, {"name": "Europa"}]}}"#)
        case .one: .json(#"{"name": "Io"}"#, headers: ["ETag": "\"1\""])
        case .remove: .status(.noContent)
        case .missing: .json(#"{"message": "gone"}"#, status: .notFound)
        case .upload: .status(.accepted)
        }
    }
}

struct Moon: Codable, Equatable {
    var name: String
}
