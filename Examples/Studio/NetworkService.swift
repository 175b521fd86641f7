package import Foundation
package import Tern

/// The app's way to the network: owns the repositories, and knows whether anything is loading.
package struct NetworkService: Sendable {
    package let streams: any StreamRepository
    package let activity = Activity()

    /// - Parameters:
    ///   - host: another host than the router's: staging, or the server that comes with the examples.
    ///   - clock: what timeouts run on; a test has one that stands still.
    package init(
        session: String, host: URL? = nil, interceptors: [any Interceptor] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let studio = Provider<StudioRouter>(
            baseURL: host,
            headers: [
                "Accept-Language": "ko-KR", "X-Studio-Platform": "ios", "X-Studio-Session": session,
                "X-Studio-Tracking": "on",
            ],
            activity: activity, interceptors: interceptors, clock: clock)
        streams = studio.failing(as: StudioError.self)
    }
}
