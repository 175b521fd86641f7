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

    package static let production = URL(string: "https://studio.example.com")!

    package var baseURL: URL { Self.production.appending(path: apiVersion) }

    private var apiVersion: String {
        switch self {
        case .start, .stop: "v2"
        default: "v1"
        }
    }

    package var path: URLPath {
        switch self {
        case .campaigns: "/campaigns"
        case .campaign(let id): "/campaigns/\(id)"
        case .start(let id, _, _), .stop(let id, _): "/campaigns/\(id)/broadcast"
        case .deleteClips: "/clips"
        case .update: "/settings"
        }
    }

    package var method: HTTPMethod {
        switch self {
        case .campaigns, .campaign: .get
        case .start: .post
        case .stop, .update: .put
        case .deleteClips: .delete
        }
    }

    package var parameters: Parameters {
        switch self {
        case .campaigns(let status, let page): ["status": status, "page": page]
        case .campaign: .none
        case .start(_, let title, let notify): ["title": title, "notify": notify]
        case .stop(_, let reason): ["reason": reason]
        case .deleteClips(let ids): ["ids": ids]
        case .update(let settings, _): .json(settings)
        }
    }

    package var headers: HTTPHeaders {
        switch self {
        case .update(_, let language): ["Accept-Language": language]  // replaces the default
        case .deleteClips: ["X-Studio-Tracking": ""]  // removes it
        default: [:]
        }
    }

    package var timeout: Duration? {
        switch self {
        case .start: .seconds(30)
        default: .seconds(10)
        }
    }

    package var validation: Validation { .codes(200...399) }

    package var options: RequestOptions {
        switch self {
        case .start, .stop: RequestOptions { $0.httpVersion = .http1_1 }
        default: RequestOptions()
        }
    }
}
