/// What is to be done at offsets of a stream of bytes, in order.
struct Marks<Action> {
    private var pending: ArraySlice<(offset: Int, action: Action)>

    init(_ marks: [(offset: Int, action: Action)]) {
        // Those of one offset stay in their order.
        pending =
            marks.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)[...]
    }

    /// The next action that is due at this offset.
    mutating func take(at offset: Int) -> Action? {
        guard let first = pending.first, first.offset <= offset else { return nil }
        pending.removeFirst()
        return first.action
    }

    /// How many of the next bytes lie before the next mark.
    func room(at offset: Int, of count: Int) -> Int {
        pending.first.map { Swift.min($0.offset - offset, count) } ?? count
    }

    /// The actions at offsets which were never reached.
    mutating func takeRest() -> Action? { take(at: .max) }
}
