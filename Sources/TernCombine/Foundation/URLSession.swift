public import Foundation
public import FoundationNetworking

extension URLSession {
    /// A publisher of what a data task loads, and then the end.
    ///
    /// Each subscription has a task of its own, which the first request starts. An error of another kind than `URLError`
    /// becomes `URLError.unknown`.
    public struct DataTaskPublisher: TernCombine.Publisher {
        public typealias Output = (data: Data, response: URLResponse)
        public typealias Failure = URLError

        public let request: URLRequest
        public let session: URLSession

        public init(request: URLRequest, session: URLSession) {
            self.request = request
            self.session = session
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
            subscriber.receive(subscription: DataTaskSubscription(self, downstream: subscriber))
        }
    }

    /// A publisher of what is at `url`.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    /// A publisher of what `request` is answered with.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }
}

private final class DataTaskSubscription<Downstream: Subscriber>: Subscription, Inner
where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
    struct State {
        var downstream: Downstream?
        var parent: URLSession.DataTaskPublisher?
        var task: URLSessionDataTask?
        var demand = Subscribers.Demand.none
    }

    let state: Guarded<State>

    init(_ parent: URLSession.DataTaskPublisher, downstream: Downstream) {
        state = Guarded(State(downstream: downstream, parent: parent))
    }

    var name: String { "DataTaskPublisher" }
    var children: [Mirror.Child] {
        let state = state { $0 }
        return [
            ("task", state.task as Any), ("downstream", state.downstream as Any), ("parent", state.parent as Any),
            ("demand", state.demand),
        ]
    }

    func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        let (parent, task) = state { state in
            state.demand += demand
            return (state.parent, state.task)
        }
        guard let parent else { return }
        (task ?? makeTask(parent))?.resume()
    }

    /// Makes the task, unless another call was faster or a cancel came meanwhile.
    private func makeTask(_ parent: URLSession.DataTaskPublisher) -> URLSessionDataTask? {
        // The session wants a sendable closure; it calls this one once, on its own queue.
        let complete = Unchecked(self.complete)
        let new = parent.session.dataTask(with: parent.request) { complete.value($0, $1, $2) }
        let task = state { state in
            if state.task == nil, state.parent != nil {
                state.task = new
            }
            return state.task
        }
        if task !== new {
            new.cancel()
        }
        return task
    }

    private func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        guard let downstream = end().downstream else { return }
        if let response, error == nil {
            _ = downstream.receive((data ?? Data(), response))
            downstream.receive(completion: .finished)
        } else {
            downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
        }
    }

    func cancel() {
        end().task?.cancel()
    }

    /// Empties the subscription, and returns what was in it.
    private func end() -> State {
        state { state in
            defer { state = State() }
            return state
        }
    }
}
