/// A call that was started with a completion closure.
public final class RunningCall: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    /// Ends the call; its completion is told `.cancelled`, unless it was told an outcome already. Letting go of this
    /// value ends nothing.
    public func cancel() { task.cancel() }
}

extension Provider {
    /// Calls a target for code without async.
    ///
    /// `completion` is told the one outcome, where the work finished: not on the main thread.
    ///
    /// - Returns: what cancels the call.
    @discardableResult
    public func request<T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type = T.self, at keyPath: String? = nil,
        completion: @escaping @Sendable (sending Result<T, TernError>) -> Void
    ) -> RunningCall {
        RunningCall(
            Task {
                do throws(TernError) {
                    completion(.success(try await request(target, as: type, at: keyPath)))
                } catch {
                    completion(.failure(error))
                }
            })
    }
}

extension FailingProvider {
    /// Calls a target for code without async, with the app's own error type.
    @discardableResult
    public func request<T: Decodable & SendableMetatype>(
        _ target: Target, as type: T.Type = T.self, at keyPath: String? = nil,
        completion: @escaping @Sendable (sending Result<T, Failure>) -> Void
    ) -> RunningCall {
        RunningCall(
            Task {
                do throws(Failure) {
                    completion(.success(try await request(target, as: type, at: keyPath)))
                } catch {
                    completion(.failure(error))
                }
            })
    }
}
