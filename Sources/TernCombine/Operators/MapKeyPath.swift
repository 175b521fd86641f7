extension Publishers {
    /// A publisher of a property of upstream's values.
    public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The property that is published.
        public let keyPath: KeyPath<Upstream.Output, Output>

        @inlinable init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
            self.upstream = upstream
            self.keyPath = keyPath
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let keyPath = self.keyPath
            upstream.subscribe(
                MapKeyPathInner(name: "ValueForKey", children: [("keyPath", keyPath)], downstream: subscriber) {
                    (input: Upstream.Output) in input[keyPath: keyPath]
                })
        }
    }

    /// A publisher of two properties of upstream's values, as a tuple.
    public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
        public typealias Output = (Output0, Output1)
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The property that comes first.
        public let keyPath0: KeyPath<Upstream.Output, Output0>
        /// The property that comes second.
        public let keyPath1: KeyPath<Upstream.Output, Output1>

        @inlinable init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let (keyPath0, keyPath1) = (self.keyPath0, self.keyPath1)
            upstream.subscribe(
                MapKeyPathInner(
                    name: "ValueForKeys", children: [("keyPath0", keyPath0), ("keyPath1", keyPath1)],
                    downstream: subscriber
                ) { (input: Upstream.Output) in
                    (input[keyPath: keyPath0], input[keyPath: keyPath1])
                })
        }
    }

    /// A publisher of three properties of upstream's values, as a tuple.
    public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher {
        public typealias Output = (Output0, Output1, Output2)
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The property that comes first.
        public let keyPath0: KeyPath<Upstream.Output, Output0>
        /// The property that comes second.
        public let keyPath1: KeyPath<Upstream.Output, Output1>
        /// The property that comes third.
        public let keyPath2: KeyPath<Upstream.Output, Output2>

        @inlinable init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
            keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
            self.keyPath2 = keyPath2
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            let (keyPath0, keyPath1, keyPath2) = (self.keyPath0, self.keyPath1, self.keyPath2)
            upstream.subscribe(
                MapKeyPathInner(
                    name: "ValueForKeys",
                    children: [("keyPath0", keyPath0), ("keyPath1", keyPath1), ("keyPath2", keyPath2)],
                    downstream: subscriber
                ) { (input: Upstream.Output) in
                    (input[keyPath: keyPath0], input[keyPath: keyPath1], input[keyPath: keyPath2])
                })
        }
    }
}

extension Publisher {
    /// Publishes a property of each value.
    @inlinable public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
        Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
    }

    /// Publishes two properties of each value, as a tuple.
    @inlinable public func map<T0, T1>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
    }

    /// Publishes three properties of each value, as a tuple.
    @inlinable public func map<T0, T1, T2>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
    }
}

/// Hands upstream's own subscription through: one value goes out for each that comes in.
@usableFromInline struct MapKeyPathInner<Input, Downstream: Subscriber>: Subscriber, Inner {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let name: String
    @usableFromInline let children: [Mirror.Child]
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input
    @usableFromInline let combineIdentifier: CombineIdentifier

    @inlinable init(
        name: String, children: [Mirror.Child], downstream: Downstream,
        transform: @escaping (Input) -> Downstream.Input
    ) {
        self.name = name
        self.children = children
        self.downstream = downstream
        self.transform = transform
        combineIdentifier = CombineIdentifier()
    }

    @inlinable func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(transform(input))
    }

    @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }
}
