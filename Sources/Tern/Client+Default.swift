#if Curl && os(Linux)
    public import Foundation
    public import TernCore
    import TernCurl

    extension Client {
        /// The transport of clients that aren't given another: libcurl's, shared by all of them.
        public static var defaultTransport: any Transport { CurlTransport.shared }

        /// Makes a client over this platform's transport.
        ///
        /// - Parameters:
        ///   - headers: headers of every call, under its own.
        ///   - credentials: what goes into `Authorization`.
        ///   - retry: when a call is made again after a failure.
        ///   - retryBudget: how much of the traffic may be such further attempts.
        ///   - redirects: what to do with redirects.
        ///   - logging: writes down what is sent and what comes.
        ///   - activity: counts the calls that run.
        ///   - encoder: writes `.body(value)`.
        ///   - decoder: reads answers.
        ///   - queryEncoding: how values are written into queries and forms.
        ///   - interceptors: your own, outermost first.
        ///   - clock: what the timers of calls run on.
        public init(
            headers: HTTPHeaders = [:], credentials: Credentials? = nil, retry: RetryPolicy = .none,
            retryBudget: RetryBudget? = RetryBudget(), redirects: RedirectPolicy = .follow, logging: Logging? = nil,
            activity: Activity? = nil, encoder: any ContentEncoder = .json,
            decoder: any ContentDecoder = .json, queryEncoding: QueryEncoding = QueryEncoding(),
            interceptors: [any Interceptor] = [], clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.init(
                transport: Client.defaultTransport, headers: headers, credentials: credentials, retry: retry,
                retryBudget: retryBudget, redirects: redirects, logging: logging, activity: activity, encoder: encoder,
                decoder: decoder, queryEncoding: queryEncoding,
                interceptors: interceptors, clock: clock)
        }
    }

    extension Provider {
        /// Makes a provider over this platform's transport.
        ///
        /// - Parameters:
        ///   - baseURL: takes the place of the targets' own base.
        ///   - headers: headers of every call, under its own.
        ///   - credentials: what goes into `Authorization`.
        ///   - retry: when a call is made again after a failure.
        ///   - redirects: what to do with redirects.
        ///   - logging: writes down what is sent and what comes.
        ///   - activity: counts the calls that run.
        ///   - encoder: writes `.body(value)`.
        ///   - decoder: reads answers.
        ///   - queryEncoding: how values are written into queries and forms.
        ///   - interceptors: your own, outermost first.
        ///   - clock: what the timers of calls run on.
        ///   - mapRequest: sees every request before it is sent.
        public init(
            baseURL: URL? = nil, headers: HTTPHeaders = [:], credentials: Credentials? = nil,
            retry: RetryPolicy = .none, redirects: RedirectPolicy = .follow, logging: Logging? = nil,
            activity: Activity? = nil,
            encoder: any ContentEncoder = .json, decoder: any ContentDecoder = .json,
            queryEncoding: QueryEncoding = QueryEncoding(), interceptors: [any Interceptor] = [],
            clock: any Clock<Duration> = ContinuousClock(), mapRequest: RequestMapping<Target>? = nil
        ) {
            self.init(
                client: Client(
                    headers: headers, credentials: credentials, retry: retry, redirects: redirects, logging: logging,
                    activity: activity, encoder: encoder, decoder: decoder, queryEncoding: queryEncoding,
                    interceptors: interceptors, clock: clock),
                baseURL: baseURL, mapRequest: mapRequest)
        }
    }
#endif
