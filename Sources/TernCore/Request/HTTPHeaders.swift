/// The fields of a message in the order they were given: a multimap whose names ignore case (RFC 9110 §5).
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers[.contentType] = "text/plain"       // replaces every field of that name
/// headers.add("b=2", for: "Set-Cookie")      // keeps the fields that are there
/// ```
///
/// Names and values are checked when a request is sent: a CR, LF or NUL is a typed error before any byte leaves.
public struct HTTPHeaders: Sendable {
    /// One field line.
    public struct Field: Hashable, Sendable {
        /// The field's name.
        public var name: Name
        /// The field's value, without the white space around it.
        public var value: String

        /// Makes a field.
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field]

    /// Makes headers without any field.
    public init() { fields = [] }

    /// Makes headers of the fields as they are, repeated names included.
    public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

    /// Makes headers of a dictionary, sorted by name, since a dictionary has no order of its own.
    public init(_ dictionary: [String: String]) {
        fields = dictionary.sorted { $0.key < $1.key }.map { Field(Name($0.key), $0.value) }
    }

    package init(uncheckedFields fields: [Field]) { self.fields = fields }

    /// The value of a name: nil where there is none, several joined by `, ` (RFC 9110 §5.2). Setting replaces every
    /// field of that name, in the first one's place; nil removes them.
    ///
    /// `Set-Cookie` can't be joined: reading it gives the first; `values(for:)` gives all.
    public subscript(name: Name) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            var joined = fields[first].value
            guard name != .setCookie else { return joined }
            for field in fields[(first + 1)...] where field.name == name {
                joined += ", " + field.value
            }
            return joined
        }
        set {
            guard let newValue else { return fields.removeAll { $0.name == name } }
            guard let first = fields.firstIndex(where: { $0.name == name }) else {
                return fields.append(Field(name, newValue))
            }
            fields[first] = Field(name, newValue)
            if let next = fields[(first + 1)...].firstIndex(where: { $0.name == name }) {
                fields[next...].removeAll { $0.name == name }
            }
        }
    }

    /// Every value of a name, in order.
    public func values(for name: Name) -> [String] {
        fields.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Whether there is a field of that name, even an empty one.
    public func contains(_ name: Name) -> Bool { fields.contains { $0.name == name } }

    /// Appends a field and keeps those of the same name.
    public mutating func add(_ value: String, for name: Name) { fields.append(Field(name, value)) }

    /// Removes every field of that name.
    public mutating func remove(_ name: Name) { fields.removeAll { $0.name == name } }

    /// These headers as defaults under a call's own: a name that `own` has replaces the default's fields, and an empty
    /// value removes them.
    public func merging(_ own: HTTPHeaders) -> HTTPHeaders {
        if own.isEmpty { return self }
        var merged = fields.filter { field in !own.contains(field.name) }
        merged.append(contentsOf: own.lazy.filter { !$0.value.isEmpty })
        return HTTPHeaders(uncheckedFields: merged)
    }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The place of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The place behind the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a place.
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Makes headers of pairs. A name that is given twice, in any case, is one field: the last wins.
    public init(dictionaryLiteral elements: (Name, String)...) {
        self.init()
        fields.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }
}

extension HTTPHeaders: Hashable {
    /// Whether both have the same fields in the same order, names compared without case.
    public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool { left.fields == right.fields }

    /// Hashes the fields in their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension HTTPHeaders: CustomStringConvertible {
    /// A line for each field, secrets included: for logs use ``Logging``.
    public var description: String { map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
