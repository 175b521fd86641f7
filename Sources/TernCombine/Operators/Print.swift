extension Publishers {
    /// A publisher of upstream's values that prints a line when something happens.
    public struct Print<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// What each line begins with, followed by a colon and a space.
        public let prefix: String
        public let upstream: Upstream
        /// Where the lines go; nil for the standard output.
        public let stream: (any TextOutputStream)?

        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
        where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(PrintInner(LinePrinter(prefix: prefix, stream: stream), downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Prints a line for each subscription, value, end, cancellation and request for values.
    /// - Parameters:
    ///   - prefix: what each line begins with, followed by a colon and a space; by default nothing.
    ///   - stream: where the lines go; by default the standard output.
    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

/// Writes whole lines, in the order in which they came from whatever thread.
@usableFromInline final class LinePrinter {
    private let prefix: String
    // Touched by the gate's owner only.
    private var stream: (any TextOutputStream)?
    private let gate = Gate<String>()

    @usableFromInline init(prefix: String, stream: (any TextOutputStream)?) {
        self.prefix = prefix.isEmpty ? "" : prefix + ": "
        self.stream = stream
    }

    @usableFromInline func print(_ line: String) {
        guard stream != nil else {
            Swift.print(prefix + line)
            return
        }
        gate.run("\(prefix)\(line)\n") { line in
            // A copy, because writing may come back here.
            var stream = self.stream
            stream?.write(line)
            self.stream = stream
        }
    }

    @usableFromInline func print(request demand: Subscribers.Demand, synchronous: Bool = false) {
        let amount = demand.max.map { "max: (\($0))" } ?? "unlimited"
        print("request \(amount)\(synchronous ? " (synchronous)" : "")")
    }
}

@usableFromInline final class PrintInner<Downstream: Subscriber>: Subscriber, Subscription, Inner {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream = UpstreamLink()
    @usableFromInline let printer: LinePrinter

    @inlinable init(_ printer: LinePrinter, downstream: Downstream) {
        self.printer = printer
        self.downstream = downstream
    }

    @usableFromInline var name: String { "Print" }

    @usableFromInline func receive(subscription: any Subscription) {
        printer.print("receive subscription: (\(subscription))")
        if upstream.connect(subscription) {
            downstream.receive(subscription: self)
        }
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
        printer.print("receive value: (\(input))")
        let demand = downstream.receive(input)
        if demand > 0 {
            printer.print(request: demand, synchronous: true)
        }
        return demand
    }

    @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished:
            printer.print("receive finished")
        case .failure(let error):
            printer.print("receive error: (\(error))")
        }
        withExtendedLifetime(upstream.close()) {
            downstream.receive(completion: completion)
        }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) {
        printer.print(request: demand)
        upstream.subscription?.request(demand)
    }

    @usableFromInline func cancel() {
        printer.print("receive cancel")
        upstream.disconnect()?.cancel()
    }
}
