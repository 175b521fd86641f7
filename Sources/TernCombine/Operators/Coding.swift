public import Synchronization

extension Publishers {
    /// A publisher of upstream's values as an encoder encodes them; an error that it throws ends the stream.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
        public typealias Output = Coder.Output
        public typealias Failure = any Error

        public let upstream: Upstream
        @usableFromInline let encoder: Coder

        @inlinable public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            let encoder = self.encoder
            upstream.subscribe(
                CodingInner<Upstream.Output, Upstream.Failure, S>(name: "Encode", downstream: subscriber) { input in
                    try encoder.encode(input)
                })
        }
    }

    /// A publisher of what a decoder makes of upstream's values; an error that it throws ends the stream.
    public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
    where Upstream.Output == Coder.Input {
        public typealias Failure = any Error

        public let upstream: Upstream
        @usableFromInline let decoder: Coder

        @inlinable public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == any Error {
            let decoder = self.decoder
            upstream.subscribe(
                CodingInner<Upstream.Output, Upstream.Failure, S>(name: "Decode", downstream: subscriber) { input in
                    try decoder.decode(Output.self, from: input)
                })
        }
    }
}

extension Publisher {
    /// Publishes each value as `encoder` encodes it; an error that it throws ends the stream.
    @inlinable public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder>
    where Output: Encodable {
        Publishers.Encode(upstream: self, encoder: encoder)
    }

    /// Publishes the `type` that `decoder` makes of each value; an error that it throws ends the stream.
    @inlinable public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}

/// As with Apple's, what comes before the subscription is passed on.
@usableFromInline
final class CodingInner<Input, Failure: Error, Downstream: Subscriber>: Subscriber, Subscription,
    Inner
where Downstream.Failure == any Error {
    @usableFromInline let name: String
    @usableFromInline let downstream: Downstream
    @usableFromInline let code: (Input) throws -> Downstream.Input
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let finished: Atomic<Bool>

    @inlinable init(name: String, downstream: Downstream, code: @escaping (Input) throws -> Downstream.Input) {
        self.name = name
        self.downstream = downstream
        self.code = code
        finished = Atomic(false)
    }

    @usableFromInline var children: [Mirror.Child] {
        [
            ("downstream", downstream), ("finished", finished.load(ordering: .relaxed)),
            ("upstreamSubscription", upstream.subscription as Any),
        ]
    }

    @usableFromInline func receive(subscription: any Subscription) {
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        guard !finished.load(ordering: .relaxed) else { return .none }
        let output: Downstream.Input
        do {
            output = try code(input)
        } catch {
            fail(error)
            return .none
        }
        return downstream.receive(output)
    }

    @usableFromInline func fail(_ error: any Error) {
        if !finished.exchange(true, ordering: .relaxed) {
            upstream.cancel()
            downstream.receive(completion: .failure(error))
        }
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        if !finished.exchange(true, ordering: .relaxed) {
            withExtendedLifetime(upstream.close()) {
                downstream.receive(completion: completion.erased)
            }
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        upstream.subscription?.request(demand)
    }

    @usableFromInline func cancel() {
        if let subscription = upstream.disconnect() {
            finished.store(true, ordering: .relaxed)
            subscription.cancel()
        }
    }
}
