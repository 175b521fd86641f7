package import Foundation
package import Tern

/// The calls of the studio's server.
package enum StudioRouter: TargetType {
    case campaigns(status: Campaign.Status?, page: Int)
    case campaign(id: Int)
    case start(id: Int, title: String, notify: Bool)
    case stop(id: Int, reason: String?)
    case deleteClips([Int])
    case update(Settings, language: String)

    private var call: (method: HTTPMethod, path: URLPath, parameters: Parameters) {
        switch self {
        case .campaigns(let status, let page): (.get, "/v1/campaigns", ["status": status, "page": page])
        case .campaign(let id): (.get, "/v1/campaigns/\(id)", .none)
        case .start(let id, let title, let notify):
            (.post, "/v2/campaigns/\(id)/broadcast", ["title": title, "notify": notify])
        case .stop(let id, let reason): (.put, "/v2/campaigns/\(id)/broadcast", ["reason": reason])
        case .deleteClips(let ids): (.delete, "/v1/clips", ["ids": ids])
        case .update(let settings, _): (.put, "/v1/settings", .json(settings))
        }
    }

    package var baseURL: URL { URL(string: "https://studio.example.com")! }
    package var path: URLPath { call.path }
    package var method: HTTPMethod { call.method }
    package var parameters: Parameters { call.parameters }
    package var validation: Validation { .codes(200...399) }

    package var headers: HTTPHeaders {
        switch self {
        case .update(_, let language): ["Accept-Language": language]  // replaces the default
        case .deleteClips: ["X-Studio-Tracking": ""]  // removes it
        default: [:]
        }
    }

    package var timeout: Duration? {
        if case .start = self { .seconds(30) } else { .seconds(10) }
    }

    package var options: RequestOptions {
        switch self {
        case .start, .stop: RequestOptions { $0.httpVersion = .http1_1 }
        default: RequestOptions()
        }
    }
}
