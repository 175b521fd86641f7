/// Header fields as they stand on the wire: in order, repeats kept, looked up without regard to case.
public struct HeaderFields: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// One field.
    public typealias Element = (name: String, value: String)

    private var fields: [Element]

    /// Fields in the given order.
    public init(_ fields: [Element] = []) { self.fields = fields }

    /// Fields in the given order; a name may be repeated.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// Always zero.
    public var startIndex: Int { 0 }

    /// The number of fields.
    public var endIndex: Int { fields.count }

    /// The field at a position.
    public subscript(position: Int) -> Element { fields[position] }

    /// The first value of that name.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Every value of that name, in order.
    public func values(named name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// Adds a field at the end.
    public mutating func append(_ name: String, _ value: String) {
        fields.append((name: name, value: value))
    }

    /// Whether a list-valued field has the token, as `Connection` has `close`.
    func contains(token: String, in name: String) -> Bool {
        values(named: name).contains { value in
            value.split(separator: ",").contains { $0.trimmingBlanks().lowercased() == token }
        }
    }
}

extension Substring {
    /// Without spaces and tabs at its ends, which is all the white space that HTTP knows.
    func trimmingBlanks() -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
