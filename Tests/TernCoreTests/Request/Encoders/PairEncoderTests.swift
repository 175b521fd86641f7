import Foundation
import Testing

@testable import TernCore

/// Encodables that do more than the compiler's own `encode(to:)`.
@Suite struct PairEncoderTests {
    class Animal: Encodable {
        var name = "cat"
        enum CodingKeys: String, CodingKey { case name }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
        }
    }

    final class SharedPet: Animal {
        enum CodingKeys: String, CodingKey { case owner }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("ann", forKey: .owner)
        }
    }

    final class NestedPet: Animal {
        enum CodingKeys: String, CodingKey { case owner, base }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("ann", forKey: .owner)
            try super.encode(to: container.superEncoder())
            try super.encode(to: container.superEncoder(forKey: .base))
        }
    }

    private func text(_ value: any Encodable, _ encoding: QueryEncoding = QueryEncoding(nesting: .dots)) throws
        -> String
    {
        let collector = PairCollector(.query, encoding)
        try collector.encode(value, at: .top, path: [])
        if let failure = collector.failure { throw failure }
        return collector.pairs.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }

    @Test func `A class writes its own and its superclass's properties`() throws {
        #expect(try text(SharedPet()) == "name=cat&owner=ann")
        #expect(try text(NestedPet()) == "owner=ann&super.name=cat&base.name=cat")
        #expect(try text(["pet": SharedPet()]) == "pet.name=cat&pet.owner=ann")
    }

    @Test func `Nested containers write below their key, in the order of writing`() throws {
        struct Model: Encodable {
            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: AnyCodingKey.self)
                var list = root.nestedUnkeyedContainer(forKey: AnyCodingKey("list"))
                var object = root.nestedContainer(keyedBy: AnyCodingKey.self, forKey: AnyCodingKey("object"))
                try list.encode(1)
                try object.encode("x", forKey: AnyCodingKey("a"))
                try list.encodeNil()
                try list.encode(2)
                var inner = list.nestedContainer(keyedBy: AnyCodingKey.self)
                try inner.encode(true, forKey: AnyCodingKey("b"))
                var deep = list.nestedUnkeyedContainer()
                try deep.encode(4)
                try [5].encode(to: list.superEncoder())
                try object.encodeNil(forKey: AnyCodingKey("none"))
                #expect(list.count == 6)
            }
        }
        #expect(try text(Model()) == "list=1&object.a=x&list=2&list.b=true&list=4&list=5")
        #expect(
            try text(Model(), QueryEncoding(arrays: .indexed, nesting: .dots))
                == "list%5B0%5D=1&object.a=x&list%5B2%5D=2&list%5B3%5D.b=true&list%5B4%5D%5B0%5D=4&list%5B5%5D%5B0%5D=5"
        )
    }

    @Test func `A list joined by commas stays one pair when other keys are written in between`() throws {
        struct Model: Encodable {
            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: AnyCodingKey.self)
                var list = root.nestedUnkeyedContainer(forKey: AnyCodingKey("list"))
                try list.encode(1)
                try root.encode("x", forKey: AnyCodingKey("a"))
                try list.encode(2)
            }
        }
        #expect(try text(Model(), QueryEncoding(arrays: .comma)) == "list=1,2&a=x")
    }

    @Test func `A wrapper is written as what it wraps`() throws {
        struct ID: Encodable {
            let value: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
        struct Maybe: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encodeNil()
            }
        }
        struct Everything: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(["z": 1, "a": 2])
            }
        }
        #expect(
            try text(Fields(["id": ID(value: 7), "ids": [ID(value: 8)], "maybe": Maybe(), "all": Everything()]))
                == "id=7&ids=8&all.a=2&all.z=1")
        #expect(try text(Everything()) == "a=2&z=1")
        #expect(try text(Maybe()).isEmpty)
        #expect(throws: EncodingError.self) { try text(ID(value: 1)) }
    }

    @Test func `An enum with payloads is written as its case's name and payload`() throws {
        enum Filter: Encodable { case near(city: String, km: Int), all }
        #expect(try text(["f": Filter.near(city: "x", km: 3)]) == "f.near.city=x&f.near.km=3")
    }

    @Test func `Dictionaries are sorted by key, numbers by their size`() throws {
        enum Color: String, Encodable, CodingKeyRepresentable { case red, blue }
        let many = Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", $0) })
        let sorted = many.keys.sorted().map { "\($0)=\(many[$0] ?? -1)" }.joined(separator: "&")
        #expect(try text(many) == sorted)
        #expect(try text(["x": [10: "a", 9: "b"]]) == "x.9=b&x.10=a")
        #expect(try text(["x": [Color.red: 1, .blue: 2]]) == "x.blue=2&x.red=1")
        #expect(try text([String: Int]()).isEmpty)
    }

    @Test func `A dictionary without names is written as the list it encodes to`() throws {
        #expect(try text(["x": [true: 1]]) == "x=true&x=1")
    }

    @Test func `The coding path is right at every depth`() throws {
        final class Seen: @unchecked Sendable { var paths: [String] = [] }  // one thread writes
        struct Probe: Encodable {
            let seen: Seen
            func encode(to encoder: any Encoder) throws {
                seen.paths.append(
                    encoder.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))
                var container = encoder.container(keyedBy: AnyCodingKey.self)
                try container.encode(1, forKey: AnyCodingKey("k"))
            }
        }
        let seen = Seen()
        _ = try text(["a": ["b": [Probe(seen: seen), Probe(seen: seen)]]])
        #expect(seen.paths == ["a.b.0", "a.b.1"])
    }

    @Test func `What an Encodable throws itself is the underlying error`() {
        struct Refusal: Error {}
        struct Model: Encodable, Sendable { func encode(to encoder: any Encoder) throws { throw Refusal() } }
        for params: Parameters in [
            .query(Model()), ["m": Model()], .form(Model()), .json(Model()), .body(["m": [Model()]]),
        ] {
            let error = refusal { () throws(TernError) in try built(.get, params) }
            #expect(error?.code == .encoding)
            #expect(error?.underlying is Refusal)
        }
    }
}
