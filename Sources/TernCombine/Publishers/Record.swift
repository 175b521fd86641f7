/// A publisher that plays a recording: values, and an end, the same for each subscriber.
public struct Record<Output, Failure: Error>: Publisher {
    /// What is played.
    public let recording: Recording

    /// Records what the closure lets the recording receive.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    public init(recording: Recording) {
        self.recording = recording
    }

    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        SequenceInner(recording.output, completion: recording.completion, kind: .record, downstream: subscriber).start()
    }

    /// Values in the order in which they came, and how they ended.
    public struct Recording {
        public typealias Input = Output

        /// The values.
        public private(set) var output: [Output]
        /// The end; `.finished` as long as none was received.
        public private(set) var completion: Subscribers.Completion<Failure>
        private var isComplete: Bool

        /// An empty recording, which can receive.
        public init() {
            output = []
            completion = .finished
            isComplete = false
        }

        /// A complete recording.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
            isComplete = true
        }

        /// Records a value. Traps when the recording is complete.
        public mutating func receive(_ input: Output) {
            precondition(!isComplete, "a complete recording cannot receive a value")
            output.append(input)
        }

        /// Records the end. Traps when the recording is complete.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(!isComplete, "a complete recording cannot receive another completion")
            self.completion = completion
            isComplete = true
        }
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case recording
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(recording: try container.decode(Recording.self, forKey: .recording))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(recording, forKey: .recording)
    }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output, completion
    }

    /// Reads a recording, which is complete.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    /// The same as `encode(to:)`.
    public func encode(into encoder: any Encoder) throws {
        try encode(to: encoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }
}
