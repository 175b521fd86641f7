public import Foundation

extension Provider where Target: Stubbable {
    /// Makes a provider whose calls are answered by their samples.
    ///
    /// - Parameters:
    ///   - client: what makes the calls: its interceptors and defaults hold, its transport isn't asked.
    ///   - stubbing: when to answer.
    ///   - baseURL: takes the place of the targets' own base.
    ///   - mapRequest: sees every request before it is sent.
    public init(
        client: Client, stubbing: Stubbing, baseURL: URL? = nil, mapRequest: RequestMapping<Target>? = nil
    ) {
        self.init(client: client, baseURL: baseURL, mapRequest: mapRequest)
        self = stubbed(stubbing)
    }

    /// The same provider with its calls answered by their samples.
    ///
    /// Interceptors, validation, limits, timeouts and progress are those of a real answer.
    public func stubbed(_ stubbing: Stubbing = .immediate) -> Provider { stubbed { _ in stubbing } }

    /// The same provider with those calls answered by their samples for which `choose` says when; the others are sent.
    public func stubbed(_ choose: @escaping @Sendable (Target) -> Stubbing?) -> Provider {
        var provider = self
        provider.stub = { target in
            choose(target).map { stubbing in StubTransport(stubbing) { _ in target.sample } }
        }
        return provider
    }
}
