/// A publisher of one value, or an error, that is promised: it comes once, from anywhere, and is kept for whoever
/// subscribes later.
public final class Future<Output, Failure: Error>: Publisher {
    /// Fulfils a future, from any thread. Only the first call counts.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private struct State {
        var result: Result<Output, Failure>?
        var conduits: [Int: FutureConduit<Output, Failure>] = [:]
        var lastTicket = 0
    }

    private let state = Guarded(State())

    /// Runs `attemptToFulfill` at once, and only this time, with the promise to be called when the result is there.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill(fulfill)
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = FutureInner(self, downstream: subscriber)
        let result = state { state in
            if state.result == nil {
                state.lastTicket += 1
                conduit.ticket = state.lastTicket
                state.conduits[state.lastTicket] = conduit
            }
            return state.result
        }
        subscriber.receive(subscription: conduit)
        conduit.start(result)
    }

    private func fulfill(_ result: Result<Output, Failure>) {
        let conduits = state { state -> [Int: FutureConduit<Output, Failure>] in
            guard state.result == nil else { return [:] }
            state.result = result
            defer { state.conduits = [:] }
            return state.conduits
        }
        for (_, conduit) in conduits.sorted(by: { $0.key < $1.key }) {
            conduit.fulfill(result)
        }
    }

    fileprivate func remove(_ ticket: Int) {
        let removed = state { $0.conduits.removeValue(forKey: ticket) }
        withExtendedLifetime(removed) {}
    }
}

/// A subscription to a future, as the future sees it.
private class FutureConduit<Output, Failure: Error> {
    // Written once, under the future's lock and before the downstream knows of the subscription.
    final var ticket = 0

    func fulfill(_ result: Result<Output, Failure>) { fatalError("a subclass answers") }
}

private final class FutureInner<Downstream: Subscriber>: FutureConduit<Downstream.Input, Downstream.Failure>,
    Subscription, Inner
{
    private struct State {
        var parent: Future<Downstream.Input, Downstream.Failure>?
        var downstream: Downstream?
        var hasStarted = false
        var hasAnyDemand = false
        var result: Result<Downstream.Input, Downstream.Failure>?
    }

    private let state: Guarded<State>

    init(_ parent: Future<Downstream.Input, Downstream.Failure>, downstream: Downstream) {
        state = Guarded(State(parent: parent, downstream: downstream))
    }

    var name: String { "Future" }
    var children: [Mirror.Child] {
        let state = state { $0 }
        return [
            ("parent", state.parent as Any), ("downstream", state.downstream as Any),
            ("hasAnyDemand", state.hasAnyDemand), ("subject", state.parent as Any),
        ]
    }

    override func fulfill(_ result: Result<Downstream.Input, Downstream.Failure>) {
        deliver { $0.result = result }
    }

    /// The downstream has its subscription: what came meanwhile, from another thread or before, may follow.
    func start(_ result: Result<Downstream.Input, Downstream.Failure>?) {
        deliver { state in
            state.hasStarted = true
            state.result = state.result ?? result
        }
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        deliver { $0.hasAnyDemand = true }
    }

    /// Makes a change, and delivers the result if it is due then: a value waits for demand, an error doesn't.
    private func deliver(after change: (inout State) -> Void) {
        let due = state { state -> (State, Downstream, Result<Downstream.Input, Downstream.Failure>)? in
            change(&state)
            guard state.hasStarted, let downstream = state.downstream, let result = state.result else { return nil }
            if case .success = result, !state.hasAnyDemand { return nil }
            defer {
                state.downstream = nil
                state.parent = nil
                state.result = nil
            }
            return (state, downstream, result)
        }
        guard let (_, downstream, result) = due else { return }
        switch result {
        case .success(let output):
            _ = downstream.receive(output)
            downstream.receive(completion: .finished)
        case .failure(let error):
            downstream.receive(completion: .failure(error))
        }
    }

    func cancel() {
        let held = state { state in
            defer {
                state.downstream = nil
                state.parent = nil
                state.result = nil
            }
            return state
        }
        held.parent?.remove(ticket)
    }
}

extension Future where Failure == Never {
    /// The value, when it is there. Waits also in a cancelled task, which has nothing else to return.
    public final nonisolated(nonsending) var value: Output {
        get async {
            await result.get()
        }
    }
}

extension Future {
    /// The value, when it is there.
    /// - Throws: the error that the future was fulfilled with. A cancelled task goes on waiting.
    public final nonisolated(nonsending) var value: Output {
        get async throws {
            try await result.get()
        }
    }

    private nonisolated(nonsending) var result: Result<Output, Failure> {
        get async {
            await withCheckedContinuation { continuation in
                receive(subscriber: FutureWaiter(continuation))
            }.value
        }
    }
}

/// Waits for a future's result.
private struct FutureWaiter<Input, Failure: Error>: Subscriber {
    let continuation: CheckedContinuation<Unchecked<Result<Input, Failure>>, Never>
    let combineIdentifier = CombineIdentifier()

    init(_ continuation: CheckedContinuation<Unchecked<Result<Input, Failure>>, Never>) {
        self.continuation = continuation
    }

    func receive(subscription: any Subscription) {
        subscription.request(.max(1))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        continuation.resume(returning: Unchecked(.success(input)))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure(let error) = completion {
            continuation.resume(returning: Unchecked(.failure(error)))
        }
    }
}
