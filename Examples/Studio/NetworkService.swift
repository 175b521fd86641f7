package import Foundation
package import Tern

/// The app's way to the network: owns the repositories, and knows whether anything is loading.
package struct NetworkService: Sendable {
    package let streams: any StreamRepository
    package let activity = Activity()

    /// - Parameter host: another host than the router's: staging, or the server that comes with the examples.
    package init(session: String, host: URL? = nil, interceptors: [any Interceptor] = []) {
        let studio = Provider<StudioRouter>(
            headers: [
                "Accept-Language": "ko-KR", "X-Studio-Platform": "ios", "X-Studio-Session": session,
                "X-Studio-Tracking": "on",
            ],
            activity: activity, interceptors: interceptors,
            mapRequest: { request, target in
                guard let host else { return request }
                let path = request.url.absoluteString.dropFirst(target.baseURL.absoluteString.count)
                var request = request
                request.url = URL(string: host.absoluteString + path) ?? request.url
                return request
            })
        streams = studio.failing(as: StudioError.self)
    }
}
