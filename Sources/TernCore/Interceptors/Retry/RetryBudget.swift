import TernLocks

/// How much of a client's traffic may be attempts beyond the first, so that a server in trouble isn't sent a multiple
/// of the load that it couldn't bear.
///
/// A client has one, which its copies share, and its calls, whichever policy they have:
///
/// ```swift
/// let client = Client(retry: .standard, retryBudget: RetryBudget(share: 0.2))
/// let unlimited = Client(retry: .standard, retryBudget: nil)
/// ```
///
/// Over any number of calls there are never more retries than `capacity` and `share` of those calls.
public final class RetryBudget: Sendable {
    // Whole numbers: ten times a tenth is one.
    private static let retry = 1_000_000

    private let gain: Int
    private let capacity: Int
    private let balance: Locked<Int>

    /// Makes a budget that is full.
    ///
    /// - Parameters:
    ///   - share: what each call adds, in retries. Default 0.1: one retry for ten calls.
    ///   - capacity: the most retries that are saved up, and how many there are at the start: what a client with little
    ///     traffic lives on. Default 20.
    public init(share: Double = 0.1, capacity: Int = 20) {
        gain = Int(Double.minimum(1000, .maximum(0, share)) * Double(Self.retry))
        self.capacity = max(0, min(capacity, 1_000_000_000)) * Self.retry
        balance = Locked(self.capacity)
    }

    /// A call is made.
    func deposit() {
        balance.withLock { $0 = min(capacity, $0 + gain) }
    }

    /// Whether there is a retry left, which is then spent.
    func withdraw() -> Bool {
        balance.withLock { balance in
            guard balance >= Self.retry else { return false }
            balance -= Self.retry
            return true
        }
    }
}
