import CAllocations

/// What a stretch of work took: time, and what the process used meanwhile.
struct Usage {
    let seconds: Double
    let cpuMicroseconds: Double
    let allocations: Double
    /// Memory at the start, in bytes.
    let idleBytes: UInt64
    /// The most memory that the process ever had, in bytes.
    let peakBytes: UInt64

    struct Start {
        fileprivate let instant = ContinuousClock.now
        fileprivate let usage = bench_usage_now()
    }

    init(since start: Start) {
        let elapsed = (ContinuousClock.now - start.instant).components
        let usage = bench_usage_now()
        seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        cpuMicroseconds = Double(usage.cpu_microseconds - start.usage.cpu_microseconds)
        allocations = Double(usage.allocations - start.usage.allocations)
        idleBytes = start.usage.resident_kib << 10
        peakBytes = usage.peak_kib << 10
    }
}

/// A benchmark that can't go on, with why.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
