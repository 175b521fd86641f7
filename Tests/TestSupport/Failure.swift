package import TernCore

/// What a call throws, as a TernError; nil where it throws nothing. An error of another type is `foreign`, so that no
/// expectation of a code can pass by it.
package func failure<Value>(of call: () async throws -> Value) async -> TernError? {
    do {
        _ = try await call()
        return nil
    } catch let error as TernError {
        return error
    } catch {
        return TernError("foreign", underlying: error, message: "not a TernError: \(error)")
    }
}
