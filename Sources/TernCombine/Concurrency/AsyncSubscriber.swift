/// The subscriber behind an asynchronous sequence: for each reader that waits, one value is asked for.
// @unchecked Sendable: all of its state is behind a lock.
final class AsyncSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    typealias Answer = Unchecked<Result<Input?, Failure>>

    private enum Phase {
        /// Before the subscription came: what will be asked for when it does.
        case waiting(Subscribers.Demand)
        case connected(any Subscription)
        /// The error waits for a reader, when none was there.
        case ended(Failure?)
    }

    private struct State {
        var phase = Phase.waiting(.none)
        var readers: [CheckedContinuation<Answer, Never>] = []
    }

    private let state = Guarded(State())

    /// Asks for a value and waits for it; nil at the end. Ends the subscription when the task is cancelled.
    func next() async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation(enqueue)
        } onCancel: {
            cancel()
        }
    }

    private func enqueue(_ reader: CheckedContinuation<Answer, Never>) {
        let (subscription, answer) = state { state -> ((any Subscription)?, Answer?) in
            switch state.phase {
            case .waiting(let demand):
                state.phase = .waiting(demand + 1)
                state.readers.append(reader)
                return (nil, nil)
            case .connected(let subscription):
                state.readers.append(reader)
                return (subscription, nil)
            case .ended(let error):
                state.phase = .ended(nil)
                return (nil, Answer(error.map(Result.failure) ?? .success(nil)))
            }
        }
        if let answer {
            reader.resume(returning: answer)
        }
        subscription?.request(.max(1))
    }

    func receive(subscription: any Subscription) {
        let demand = state { state -> Subscribers.Demand? in
            guard case .waiting(let demand) = state.phase else { return nil }
            state.phase = .connected(subscription)
            return demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > 0 {
            subscription.request(demand)
        }
    }

    /// Hands the value to the reader who has waited longest. Traps when nobody asked for it. A value that comes before
    /// the subscription is dropped and, as Apple's does, ends the wait of all who wait.
    func receive(_ input: Input) -> Subscribers.Demand {
        let (reader, dismissed) = state {
            state -> (CheckedContinuation<Answer, Never>?, [CheckedContinuation<Answer, Never>]) in
            switch state.phase {
            case .waiting:
                defer { state.readers = [] }
                return (nil, state.readers)
            case .connected:
                precondition(!state.readers.isEmpty, "a value was received that was not asked for")
                return (state.readers.removeFirst(), [])
            case .ended:
                return (nil, [])
            }
        }
        reader?.resume(returning: Answer(.success(input)))
        for reader in dismissed {
            reader.resume(returning: Answer(.success(nil)))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure(let error) = completion {
            end(error)
        } else {
            end(nil)
        }
    }

    func cancel() {
        end(nil)?.cancel()
    }

    /// Ends the sequence: the first reader gets the error, if any, and the others nothing.
    /// - Returns: the subscription, if this call is the one that ended it.
    @discardableResult private func end(_ error: Failure?) -> (any Subscription)? {
        let (subscription, readers) = state { state -> ((any Subscription)?, [CheckedContinuation<Answer, Never>]) in
            var subscription: (any Subscription)?
            switch state.phase {
            case .ended:
                return (nil, [])
            case .waiting:
                break
            case .connected(let connected):
                subscription = connected
            }
            defer { state.readers = [] }
            state.phase = .ended(state.readers.isEmpty ? error : nil)
            return (subscription, state.readers)
        }
        var error = error
        for reader in readers {
            reader.resume(returning: Answer(error.map(Result.failure) ?? .success(nil)))
            error = nil
        }
        return subscription
    }
}
