public import Dispatch

extension DispatchQueue: Scheduler {
    /// A moment of the queue's clock.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The moment as Dispatch has it.
        public var dispatchTime: DispatchTime

        @inlinable public init(_ time: DispatchTime) {
            dispatchTime = time
        }

        /// Reads the nanoseconds of uptime that `encode(to:)` wrote.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self.init(DispatchTime(uptimeNanoseconds: try container.decode(UInt64.self)))
        }

        /// Writes the nanoseconds of uptime.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }

        /// The time from this moment to another, at most the longest there is; endless when one of them is never.
        public func distance(to other: Self) -> Stride {
            let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            if start == end { return Stride(magnitude: 0) }
            guard let start = Int(exactly: start), let end = Int(exactly: end) else { return Stride(magnitude: .max) }
            return Stride(magnitude: end - start)
        }

        /// The moment that is `n` later: the distant future when `n` is the longest there is, and never before the clock began.
        public func advanced(by n: Stride) -> Self {
            if n.magnitude == .max { return Self(.distantFuture) }
            let (start, span) = (dispatchTime.uptimeNanoseconds, UInt64(n.magnitude.magnitude))
            if n.magnitude < 0 {
                return Self(DispatchTime(uptimeNanoseconds: start > span ? start - span : 1))
            }
            let (sum, overflow) = start.addingReportingOverflow(span)
            return Self(overflow ? .distantFuture : DispatchTime(uptimeNanoseconds: sum))
        }

        public static func == (lhs: Self, rhs: Self) -> Bool {
            lhs.dispatchTime.rawValue == rhs.dispatchTime.rawValue
        }

        public static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.dispatchTime.rawValue < rhs.dispatchTime.rawValue
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.rawValue)
        }

        /// A span of time, in nanoseconds. What doesn't fit becomes the longest or shortest there is.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
            Hashable, Codable, Sendable
        {
            private enum CodingKeys: String, CodingKey {
                case magnitude = "_nanoseconds"
            }

            /// The nanoseconds.
            public var magnitude: Int

            init(magnitude: Int) {
                self.magnitude = magnitude
            }

            /// The span as Dispatch has it.
            public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

            /// The same span; the longest there is for never.
            public init(_ timeInterval: DispatchTimeInterval) {
                switch timeInterval {
                case .seconds(let seconds): self = .seconds(seconds)
                case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
                case .microseconds(let microseconds): self = .microseconds(microseconds)
                case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
                case .never: self.init(magnitude: .max)
                @unknown default: self.init(magnitude: .max)
                }
            }

            /// A number of seconds.
            public init(floatLiteral value: Double) {
                self = .seconds(value)
            }

            /// A number of seconds.
            public init(integerLiteral value: Int) {
                self = .seconds(value)
            }

            /// A number of seconds, nil when it doesn't fit.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = Int(exactly: source) else { return nil }
                self = .seconds(seconds)
            }

            public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

            /// The product of the seconds.
            public static func * (lhs: Self, rhs: Self) -> Self {
                .seconds((Double(lhs.magnitude) / 1e9) * (Double(rhs.magnitude) / 1e9))
            }

            public static func + (lhs: Self, rhs: Self) -> Self { Self(magnitude: lhs.magnitude + rhs.magnitude) }
            public static func - (lhs: Self, rhs: Self) -> Self { Self(magnitude: lhs.magnitude - rhs.magnitude) }
            public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
            public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

            public static func seconds(_ s: Double) -> Self {
                let nanoseconds = s * 1e9
                if nanoseconds >= Double(Int.max) { return Self(magnitude: .max) }
                if nanoseconds <= Double(Int.min) { return Self(magnitude: .min) }
                return Self(magnitude: Int(nanoseconds))
            }

            public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }
            public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }
            public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1000) }
            public static func nanoseconds(_ ns: Int) -> Self { Self(magnitude: ns) }

            private static func scaled(_ value: Int, by factor: Int) -> Self {
                let (product, overflow) = value.multipliedReportingOverflow(by: factor)
                return Self(magnitude: overflow ? (value < 0 ? .min : .max) : product)
            }
        }
    }

    /// What may be asked of a queue: as in `async(group:qos:flags:execute:)`.
    public struct SchedulerOptions {
        public var qos: DispatchQoS
        public var flags: DispatchWorkItemFlags
        /// A group that the work belongs to until it is done.
        public var group: DispatchGroup?

        public init(
            qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil
        ) {
            self.qos = qos
            self.flags = flags
            self.group = group
        }
    }

    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

    /// Runs `action` on the queue.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = sendable(action)
        if let options {
            async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
        } else {
            async(execute: action)
        }
    }

    /// Runs `action` on the queue, not before `date`. The tolerance isn't used.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let action = sendable(action)
        let options = options ?? SchedulerOptions()
        guard let group = options.group else {
            asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags, execute: action)
            return
        }
        group.enter()
        asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
            action()
            group.leave()
        }
    }

    /// Runs `action` on the queue every `interval`, first at `date`, until what is returned is cancelled or let go.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let options = options ?? SchedulerOptions()
        let action = sendable(action)
        let source = DispatchSource.makeTimerSource(queue: self)
        source.setEventHandler(qos: options.qos, flags: options.flags, handler: action)
        source.schedule(
            deadline: date.dispatchTime, repeating: interval.timeInterval,
            leeway: Swift.max(tolerance, minimumTolerance).timeInterval)
        source.resume()
        return AnyCancellable(source.cancel)
    }
}

/// The same closure for an interface that asks for a sendable one. Combine's are not: who schedules one on a queue answers
/// for what it touches, on Apple's systems as well.
func sendable(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    // The two types differ in what the compiler checks only.
    unsafeBitCast(action, to: (@Sendable () -> Void).self)
}
