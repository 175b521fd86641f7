import Foundation
import TernCore

@testable import TernCurl

extension Client {
    /// A client with connections of its own.
    static func overCurl(
        clock: any Clock<Duration> = ContinuousClock(), _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) -> Client {
        var configuration = CurlTransport.Configuration()
        change(&configuration)
        return Client(transport: CurlTransport(configuration), clock: clock)
    }
}

extension RequestOptions {
    init(total: Duration? = nil, idle: Duration? = .seconds(60), queue: Duration? = nil) {
        self.init {
            $0.totalTimeout = total
            $0.idleTimeout = idle
            $0.queueTimeout = queue
        }
    }
}
