import Testing
import TernCombine

/// One operator, as the shared checks use it: between a publisher driven by hand and a downstream that records.
struct Operation: CustomTestStringConvertible, Sendable {
    /// The type's name in `Publishers`.
    let name: String
    /// Whether upstream's own subscription is handed through, so that a wrong upstream reaches downstream as it is.
    var handsThrough = false
    /// Whether the operator, as Apple's, trusts upstream to be silent after a cancel or an end, and passes on what comes.
    var trusts = false
    /// Whether values before a subscription are a programmer's mistake that traps, as with Apple's.
    var trapsEarly = false
    /// Whether values before a subscription are passed on, as with Apple's.
    var passesEarly = false
    let attach: @Sendable (ManualPublisher, Downstream, Life) -> Void

    var testDescription: String { name }

    init<P: Publisher & SendableMetatype>(
        _ name: String, handsThrough: Bool = false, trusts: Bool = false, trapsEarly: Bool = false,
        passesEarly: Bool = false,
        _ make: @escaping @Sendable (ManualPublisher) -> P
    ) {
        self.name = name
        self.handsThrough = handsThrough
        self.trusts = trusts
        self.trapsEarly = trapsEarly
        self.passesEarly = passesEarly
        attach = { upstream, downstream, life in
            make(upstream).subscribe(Recording<P.Output, P.Failure>(downstream, life: life))
        }
    }
}

/// A publisher that neither delivers nor ends.
private func never<Output, Failure: Error>(_: Output.Type = Output.self, _: Failure.Type = Failure.self) -> Empty<
    Output, Failure
> {
    Empty(completeImmediately: false)
}

let operations: [Operation] = relays + reducers + several + timed + shared

private let relays: [Operation] = [
    Operation("Map", handsThrough: true) { $0.map { $0 } },
    Operation("TryMap") { $0.tryMap { $0 } },
    Operation("MapKeyPath", handsThrough: true) { $0.map(\.description) },
    Operation("MapKeyPath2", handsThrough: true) { $0.map(\.description, \.self) },
    Operation("MapKeyPath3", handsThrough: true) { $0.map(\.description, \.self, \.self) },
    Operation("MapError", handsThrough: true) { $0.mapError { $0 as any Error } },
    Operation("SetFailureType", handsThrough: true) {
        $0.assertNoFailure().setFailureType(to: Failed.self)
    },
    Operation("Filter", trapsEarly: true) { $0.filter { _ in true } },
    Operation("TryFilter", trapsEarly: true) { $0.tryFilter { _ in true } },
    Operation("CompactMap", trapsEarly: true) { $0.compactMap { Optional($0) } },
    Operation("TryCompactMap", trapsEarly: true) { $0.tryCompactMap { Optional($0) } },
    Operation("RemoveDuplicates", trapsEarly: true) { $0.removeDuplicates() },
    Operation("TryRemoveDuplicates", trapsEarly: true) { $0.tryRemoveDuplicates { $0 == $1 } },
    Operation("Drop", trusts: true, passesEarly: true) { $0.dropFirst(0) },
    Operation("DropWhile") { $0.drop { _ in false } },
    Operation("TryDropWhile") { $0.tryDrop { _ in false } },
    Operation("PrefixWhile", trapsEarly: true) { $0.prefix { _ in true } },
    Operation("TryPrefixWhile", trapsEarly: true) { $0.tryPrefix { _ in true } },
    Operation("Output", trusts: true, passesEarly: true) { $0.prefix(1_000) },
    Operation("Scan", handsThrough: true, passesEarly: true) { $0.scan(0, +) },
    Operation("TryScan", trusts: true, passesEarly: true) { $0.tryScan(0) { $0 + $1 } },
    Operation("ReplaceEmpty") { $0.replaceEmpty(with: 0) },
    Operation("ReplaceError") { $0.replaceError(with: 0) },
    Operation("HandleEvents", trusts: true, passesEarly: true) { $0.handleEvents() },
    Operation("Print", trusts: true, passesEarly: true) { $0.print("", to: Silence()) },
    Operation("Breakpoint", handsThrough: true) { $0.breakpoint() },
    Operation("AssertNoFailure", handsThrough: true) { $0.assertNoFailure() },
    Operation("Encode", passesEarly: true) { $0.encode(encoder: Plain()) },
    Operation("Decode", passesEarly: true) { $0.map(\.description).decode(type: Int.self, decoder: Plain()) },
    Operation("CollectByCount", trusts: true) { $0.collect(1) },
    Operation("Buffer") { $0.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest) },
]

private let reducers: [Operation] = [
    Operation("First") { $0.first() },
    Operation("FirstWhere") { $0.first { _ in true } },
    Operation("TryFirstWhere") { $0.tryFirst { _ in true } },
    Operation("Last") { $0.last() },
    Operation("LastWhere") { $0.last { _ in true } },
    Operation("TryLastWhere") { $0.tryLast { _ in true } },
    Operation("AllSatisfy") { $0.allSatisfy { _ in true } },
    Operation("TryAllSatisfy") { $0.tryAllSatisfy { _ in true } },
    Operation("Contains") { $0.contains(1) },
    Operation("ContainsWhere") { $0.contains { _ in true } },
    Operation("TryContainsWhere") { $0.tryContains { _ in true } },
    Operation("Count") { $0.count() },
    Operation("Collect") { $0.collect() },
    Operation("Reduce") { $0.reduce(0, +) },
    Operation("TryReduce") { $0.tryReduce(0) { $0 + $1 } },
    Operation("Comparison") { $0.max() },
    Operation("TryComparison") { $0.tryMax { $0 < $1 } },
    Operation("IgnoreOutput") { $0.ignoreOutput() },
]

private let several: [Operation] = [
    Operation("Merge", trusts: true, passesEarly: true) { $0.merge(with: never()) },
    Operation("Merge3", trusts: true, passesEarly: true) { $0.merge(with: never(), never()) },
    Operation("Merge4", trusts: true, passesEarly: true) { $0.merge(with: never(), never(), never()) },
    Operation("Merge5", trusts: true, passesEarly: true) { $0.merge(with: never(), never(), never(), never()) },
    Operation("Merge6", trusts: true, passesEarly: true) {
        $0.merge(with: never(), never(), never(), never(), never())
    },
    Operation("Merge7", trusts: true, passesEarly: true) {
        $0.merge(with: never(), never(), never(), never(), never(), never())
    },
    Operation("Merge8", trusts: true, passesEarly: true) {
        $0.merge(with: never(), never(), never(), never(), never(), never(), never())
    },
    Operation("MergeMany", trusts: true, passesEarly: true) { Publishers.MergeMany([$0]) },
    Operation("CombineLatest") { $0.combineLatest(never(Int.self)) },
    Operation("CombineLatest3") { $0.combineLatest(never(Int.self), never(Int.self)) },
    Operation("CombineLatest4") { $0.combineLatest(never(Int.self), never(Int.self), never(Int.self)) },
    Operation("Zip") { $0.zip(never(Int.self)) },
    Operation("Zip3") { $0.zip(never(Int.self), never(Int.self)) },
    Operation("Zip4") { $0.zip(never(Int.self), never(Int.self), never(Int.self)) },
    Operation("FlatMap") { $0.flatMap { Just($0) } },
    Operation("SwitchToLatest", trusts: true) { $0.map { Just($0).setFailureType(to: Failed.self) }.switchToLatest() },
    Operation("Catch", trusts: true, trapsEarly: true) { $0.catch { _ in Just(0) } },
    Operation("TryCatch", trusts: true, trapsEarly: true) { $0.tryCatch { _ in Just(0) } },
    Operation("Retry", trapsEarly: true) { $0.retry(0) },
    Operation("Concatenate", trapsEarly: true) { $0.append(never(Int.self)) },
    Operation("PrefixUntilOutput") { $0.prefix(untilOutputFrom: never(Int.self, Never.self)) },
    Operation("DropUntilOutput", trusts: true, passesEarly: true) {
        $0.drop(untilOutputFrom: Just(1).setFailureType(to: Failed.self))
    },
]

private let timed: [Operation] = [
    Operation("ReceiveOn") { $0.receive(on: ImmediateScheduler.shared) },
    Operation("SubscribeOn") { $0.subscribe(on: ImmediateScheduler.shared) },
    Operation("Delay") { $0.delay(for: 0, scheduler: ImmediateScheduler.shared) },
    Operation("Debounce") { $0.debounce(for: 0, scheduler: ImmediateScheduler.shared) },
    Operation("Throttle") { $0.throttle(for: 0, scheduler: ImmediateScheduler.shared, latest: true) },
    Operation("Timeout") { $0.timeout(1, scheduler: Endless()) },
    Operation("CollectByTime") { $0.collect(.byTimeOrCount(ImmediateScheduler.shared, 1, 1)) },
    Operation("MeasureInterval") { $0.measureInterval(using: ImmediateScheduler.shared) },
]

private let shared: [Operation] = [
    Operation("Multicast") { $0.multicast(subject: PassthroughSubject()).autoconnect() },
    Operation("Autoconnect") { $0.multicast { PassthroughSubject() }.autoconnect() },
    Operation("MakeConnectable") { $0.assertNoFailure().makeConnectable().autoconnect() },
    Operation("Share") { $0.share() },
]

/// Names in `Publishers` that take no upstream.
let notOperations: Set = ["BufferingStrategy", "PrefetchStrategy", "Sequence", "TimeGroupingStrategy"]

/// A scheduler on which no time passes and nothing delayed happens.
struct Endless: Scheduler {
    typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never

    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { ImmediateScheduler.shared.minimumTolerance }

    func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {}
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        AnyCancellable {}
    }
}

struct Plain: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }
    func decode<T: Decodable>(_ type: T.Type, from: String) throws -> T {
        guard let value = Int(from) as? T else { throw Failed() }
        return value
    }
}

struct Silence: TextOutputStream {
    mutating func write(_ string: String) {}
}
