package import Foundation
package import Tern

package struct App: Decodable, Sendable {
    package let trackId: Int
    package let trackName: String
    package let sellerName: String
    package let artworkUrl100: URL
    package let averageUserRating: Double?
    package let userRatingCount: Int?
    package let price: Double?
    package let formattedPrice: String?
    package let genres: [String]
    package let releaseDate: Date
    package let trackViewUrl: URL
}

/// A screen that searches while it is open; one failure is shown and doesn't end it.
@MainActor package final class SearchScreen {
    package private(set) var apps: [App] = []
    package private(set) var failure: TernError?

    private let provider: Provider<AppStoreAPI>

    /// - Parameter host: another host than the store's own, such as the server that comes with the examples.
    package init(host: URL? = nil, interceptors: [any Interceptor] = []) {
        provider = Provider(
            baseURL: host, interceptors: interceptors)
    }

    package func search(_ term: String) async {
        do throws(TernError) {
            apps = try await provider.request(.search(term: term), at: "results")
            failure = nil
        } catch {
            failure = error
        }
    }

    /// Puts an app on the wish list and returns how long the list is now.
    package func wish(for app: App, note: String? = nil) async throws(TernError) -> Int {
        try await provider.request(.wish(Wish(trackId: app.trackId, note: note)), at: "wishes")
    }
}
