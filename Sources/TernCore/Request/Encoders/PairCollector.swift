import Foundation

/// The pairs of one Encodable value, in the order it writes them, keys and values escaped.
final class PairCollector {
    /// Where a value goes.
    enum Place {
        /// The value itself is to become the pairs.
        case top
        /// The value of this key, which is escaped already.
        case key(String)
        /// One of several values of this key, joined by commas.
        case item(String, CommaList)
    }

    /// Remembers which pair a list of values, joined by commas, has been given.
    final class CommaList {
        fileprivate var pair: Int?
    }

    let encoding: QueryEncoding
    private let format: PercentEncoding
    private(set) var pairs: [(key: String, value: String)] = []
    /// What a container, which can't throw where it is made, found wrong.
    private(set) var failure: EncodingError?

    init(_ format: PercentEncoding, _ encoding: QueryEncoding) {
        self.format = format
        self.encoding = encoding
    }

    /// Writes a value where it belongs: as text if it has one, as what its `encode(to:)` writes otherwise.
    func encode(_ value: some Encodable, at place: Place, path: [any CodingKey]) throws {
        if let text = try encoding.text(of: value, path: path) {
            try write(text, of: value, at: place, path: path)
        } else if let dictionary = value as? any SortableDictionary, let entries = dictionary.sortedEntries {
            // A dictionary has no order of its own, and the order of a query should not change from call to call.
            let keyed = keyedPlace(place, path: path)
            for (key, value) in entries {
                try encode(value, at: nested(key.stringValue, in: keyed), path: path + [key])
            }
        } else {
            try value.encode(to: PairEncoder(collector: self, place: place, codingPath: path))
        }
    }

    private func write(_ text: String, of value: any Encodable, at place: Place, path: [any CodingKey]) throws {
        let text = format.escaped(text)
        switch place {
        case .top:
            throw EncodingError(value, path, "a single value has no name here: give it one, as in [\"name\": value]")
        case .key(let key): pairs.append((key, text))
        case .item(let key, let list):
            if let pair = list.pair {
                // The comma parts the values in a query; a form escapes all that isn't WHATWG's.
                pairs[pair].value += (format == .query ? "," : "%2C") + text
            } else {
                list.pair = pairs.count
                pairs.append((key, text))
            }
        }
    }

    // MARK: Places within places

    /// The place that a keyed container has its keys in.
    func keyedPlace(_ place: Place, path: [any CodingKey]) -> Place {
        guard case .item(let key, _) = place else { return place }
        fail(path, "a list joined by commas holds plain values only: choose .brackets or .indexed for arrays")
        return .key(key)
    }

    /// The key that an unkeyed container has its elements in.
    func listKey(_ place: Place, path: [any CodingKey]) -> String {
        switch place {
        case .top:
            fail(path, "a list has no name here: give it one, as in [\"names\": list]")
            return ""
        case .key(let key): return key
        case .item(let key, _):
            fail(path, "a list joined by commas holds plain values only: choose .brackets or .indexed for arrays")
            return key
        }
    }

    /// The place of a key within a keyed container's.
    func nested(_ name: String, in place: Place) -> Place {
        let name = format.escaped(name)
        switch place {
        case .top: return .key(name)
        case .key(let key), .item(let key, _):
            return switch encoding.nesting {
            case .brackets: .key(key + format.escaped("[") + name + format.escaped("]"))
            case .dots: .key(key + "." + name)
            }
        }
    }

    /// The place of an element within an unkeyed container.
    func element(_ index: Int, of key: String, list: CommaList) -> Place {
        switch encoding.arrays {
        case .repeated: .key(key)
        case .brackets: .key(key + format.escaped("[]"))
        case .indexed: .key(key + format.escaped("[\(index)]"))
        case .comma: .item(key, list)
        }
    }

    private func fail(_ path: [any CodingKey], _ explanation: String) {
        failure = failure ?? EncodingError("a container", path, explanation)
    }
}

/// A dictionary whose keys are names.
private protocol SortableDictionary {
    var sortedEntries: [(key: any CodingKey, value: any Encodable)]? { get }
}

extension Dictionary: SortableDictionary where Key: Encodable, Value: Encodable {
    /// The entries in the order of their keys; nil where keys aren't names and the dictionary is a list of pairs.
    fileprivate var sortedEntries: [(key: any CodingKey, value: any Encodable)]? {
        var entries: [(key: any CodingKey, value: any Encodable)] = []
        entries.reserveCapacity(count)
        for (key, value) in self {
            switch key {
            case let key as String: entries.append((AnyCodingKey(key), value))
            case let key as any CodingKeyRepresentable: entries.append((key.codingKey, value))
            default: return nil
            }
        }
        return entries.sorted { left, right in
            if let left = left.key.intValue, let right = right.key.intValue { return left < right }
            return left.key.stringValue < right.key.stringValue
        }
    }
}
