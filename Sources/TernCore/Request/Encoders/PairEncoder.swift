/// What an Encodable writes to, on its way into a query or a form.
struct PairEncoder: Encoder {
    let collector: PairCollector
    let place: PairCollector.Place
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            KeyedPairContainer<Key>(
                collector: collector, place: collector.keyedPlace(place, path: codingPath), codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedPairContainer(
            collector: collector, key: collector.listKey(place, path: codingPath), codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SinglePairContainer(collector: collector, place: place, codingPath: codingPath)
    }
}

private struct KeyedPairContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let collector: PairCollector
    let place: PairCollector.Place
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) {}

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let nested = encoder(for: key)
        try collector.encode(value, at: nested.place, path: nested.codingPath)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(for: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(for: AnyCodingKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

    private func encoder(for key: any CodingKey) -> PairEncoder {
        PairEncoder(
            collector: collector, place: collector.nested(collector.encoding.keys.name(key.stringValue), in: place),
            codingPath: codingPath + [key])
    }
}

private struct UnkeyedPairContainer: UnkeyedEncodingContainer {
    let collector: PairCollector
    let key: String
    let codingPath: [any CodingKey]
    private(set) var count = 0
    private let list = PairCollector.CommaList()

    init(collector: PairCollector, key: String, codingPath: [any CodingKey]) {
        self.collector = collector
        self.key = key
        self.codingPath = codingPath
    }

    mutating func encodeNil() { count += 1 }

    mutating func encode<T: Encodable>(_ value: T) throws {
        let element = nextEncoder()
        try collector.encode(value, at: element.place, path: element.codingPath)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nextEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nextEncoder() }

    private mutating func nextEncoder() -> PairEncoder {
        defer { count += 1 }
        let index = AnyCodingKey(intValue: count) ?? AnyCodingKey(String(count))
        return PairEncoder(
            collector: collector, place: collector.element(count, of: key, list: list), codingPath: codingPath + [index]
        )
    }
}

private struct SinglePairContainer: SingleValueEncodingContainer {
    let collector: PairCollector
    let place: PairCollector.Place
    let codingPath: [any CodingKey]

    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) throws { try collector.encode(value, at: place, path: codingPath) }
}
