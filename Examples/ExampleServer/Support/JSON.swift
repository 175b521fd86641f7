import WireServer

/// A JSON text in the making: fields stay in order, and null is written out.
struct JSON: Sendable {
    let text: String

    private init(text: String) { self.text = text }

    init(_ value: Int) { text = "\(value)" }
    init(_ value: Bool) { text = "\(value)" }
    init(_ value: [JSON]) { text = "[" + value.map(\.text).joined(separator: ",") + "]" }

    /// A number without a fraction where there is none, as servers write them.
    init(_ value: Double) {
        text = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    init(_ value: String) {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case _ where scalar.value < 0x20: text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        self.text = text + "\""
    }

    init(_ value: Double?) { self = value.map { JSON($0) } ?? nil }

    init(_ fields: [(String, JSON)]) {
        text = "{" + fields.map { "\(JSON($0.0).text):\($0.1.text)" }.joined(separator: ",") + "}"
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
{
    init(nilLiteral: ()) { text = "null" }
    init(arrayLiteral elements: JSON...) { self.init(elements) }
    init(stringLiteral value: String) { self.init(value) }
    init(booleanLiteral value: Bool) { self.init(value) }
    init(integerLiteral value: Int) { self.init(value) }
    init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}

extension Reply {
    static func json(_ json: JSON, status: Int = 200) -> Reply { .json(json.text, status: status) }
}
