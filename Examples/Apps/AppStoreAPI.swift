package import Foundation
package import Tern

package struct SearchRequest: Encodable, Sendable {
    let term: String
    let country = "kr"
    let entity = "software"
    let limit: Int
}

package struct Wish: Encodable, Sendable {
    package let trackId: Int
    package let note: String?

    package init(trackId: Int, note: String?) {
        self.trackId = trackId
        self.note = note
    }
}

/// The app store's search, and the wish list that comes with it.
package enum AppStoreAPI: TargetType {
    case search(term: String, limit: Int = 50)
    case wish(Wish)

    package var baseURL: URL { URL(string: "https://itunes.apple.com")! }
    package var path: URLPath { if case .wish = self { "/wishes" } else { "/search" } }
    package var method: HTTPMethod { if case .wish = self { .post } else { .get } }

    package var parameters: Parameters {
        switch self {
        case .search(let term, let limit): .query(SearchRequest(term: term, limit: limit))
        case .wish(let wish): .body(wish)
        }
    }
}
