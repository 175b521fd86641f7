import Foundation
import Testing

@testable import TernCore

@Suite struct QueryEncodingTests {
    @Test(arguments: [
        ("a+b c&d=e", "a%2Bb%20c%26d%3De", "a%2Bb+c%26d%3De"), ("[]", "%5B%5D", "%5B%5D"), ("~", "~", "%7E"),
        ("*", "%2A", "*"),
        ("-._", "-._", "-._"), ("%20", "%2520", "%2520"), ("ü€", "%C3%BC%E2%82%AC", "%C3%BC%E2%82%AC"), ("", "", ""),
        ("\r\n", "%0D%0A", "%0D%0A"), ("\0", "%00", "%00"), ("a/b?c#d", "a%2Fb%3Fc%23d", "a%2Fb%3Fc%23d"),
        ("'!()", "%27%21%28%29", "%27%21%28%29"),
        (";,:@$", "%3B%2C%3A%40%24", "%3B%2C%3A%40%24"),
        ("👩‍👧", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"),
    ])
    func `Keys and values are escaped as a query and as a form have it`(text: String, inQuery: String, inForm: String)
        throws
    {
        #expect(try query(["q": text]) == "q=\(inQuery)")
        #expect(try query(["\(text)k": text]) == "\(inQuery)k=\(inQuery)")
        #expect(try form(.form(["q": text])) == "q=\(inForm)")
        struct Model: Encodable { let q: String }
        #expect(try query(.query(Model(q: text))) == "q=\(inQuery)")
        #expect(try form(.form(["\(text)k": [text]])) == "\(inForm)k=\(inForm)")
    }

    @Test func `Foundation reads back what was written`() throws {
        let pairs = [("a b", "c+d&e=f"), ("ü[]", "100% ~"), ("a b", "\r\n\0"), ("x", "")]
        let url = try built(.get, .query(Fields(pairs))).url
        let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems)
        #expect(items == pairs.map { URLQueryItem(name: $0.0, value: $0.1) })
    }

    @Test(arguments: [
        (QueryEncoding.Arrays.repeated, "ids=1&ids=2", "ids=1&ids=2"),
        (.brackets, "ids%5B%5D=1&ids%5B%5D=2", "ids%5B%5D=1&ids%5B%5D=2"),
        (.indexed, "ids%5B0%5D=1&ids%5B1%5D=2", "ids%5B0%5D=1&ids%5B1%5D=2"), (.comma, "ids=1,2", "ids=1%2C2"),
    ])
    func `Arrays are written as the server wants them`(arrays: QueryEncoding.Arrays, inQuery: String, inForm: String)
        throws
    {
        struct Model: Encodable { let ids = [1, 2] }
        let encoding = QueryEncoding(arrays: arrays)
        #expect(try query(["ids": [1, 2]], encoding: encoding) == inQuery)
        #expect(try query(["ids": ["1", "2"], "none": [Int](), "nil": [Int?.none]], encoding: encoding) == inQuery)
        #expect(try query(.query(Model()), encoding: encoding) == inQuery)
        #expect(try form(.form(["ids": [1, 2]]), encoding: encoding) == inForm)
        #expect(try form(.form(Model()), encoding: encoding) == inForm)
        #expect(try query(["ids": Set([1])], encoding: encoding)?.hasSuffix("=1") == true)
    }

    @Test func `A comma within a value is told from those between values`() throws {
        #expect(try query(["a": ["x,y", "z"], "b": 1], encoding: QueryEncoding(arrays: .comma)) == "a=x%2Cy,z&b=1")
        #expect(try query(["a": ["x"]], encoding: QueryEncoding(arrays: .comma)) == "a=x")
    }

    @Test(arguments: [
        (QueryEncoding(), "f%5Ba%5D%5Bb%5D=1&f%5Bc%5D=2&f%5Bc%5D=3"),
        (QueryEncoding(nesting: .dots), "f.a.b=1&f.c=2&f.c=3"),
        (QueryEncoding(arrays: .brackets), "f%5Ba%5D%5Bb%5D=1&f%5Bc%5D%5B%5D=2&f%5Bc%5D%5B%5D=3"),
        (QueryEncoding(arrays: .indexed, nesting: .dots), "f.a.b=1&f.c%5B0%5D=2&f.c%5B1%5D=3"),
        (QueryEncoding(arrays: .comma, nesting: .dots), "f.a.b=1&f.c=2,3"),
    ])
    func `A key within a key is written as the server wants it`(encoding: QueryEncoding, text: String) throws {
        struct Inner: Encodable { let b = 1 }
        struct Outer: Encodable {
            let a = Inner()
            let c = [2, 3]
        }
        struct Model: Encodable { let f = Outer() }
        #expect(try query(.query(Model()), encoding: encoding) == text)
        #expect(try query(["f": Outer()], encoding: encoding) == text)
        #expect(try query(["f": Fields(["a": ["b": 1], "c": [2, 3]])], encoding: encoding) == text)
        #expect(
            try query(["f": Fields(["a": Fields(["b": 1]), "none": Int?.none, "c": [2, 3]])], encoding: encoding)
                == text)
    }

    @Test func `Objects and lists within a list carry its key`() throws {
        struct Point: Encodable { let x: Int, y: Int }
        let points = [Point(x: 1, y: 2), Point(x: 3, y: 4)]
        #expect(try query(["p": points], encoding: QueryEncoding(nesting: .dots)) == "p.x=1&p.y=2&p.x=3&p.y=4")
        #expect(
            try query(["p": points], encoding: QueryEncoding(arrays: .indexed))
                == "p%5B0%5D%5Bx%5D=1&p%5B0%5D%5By%5D=2&p%5B1%5D%5Bx%5D=3&p%5B1%5D%5By%5D=4")
        #expect(try query(["p": [[1], [2, 3]]]) == "p=1&p=2&p=3")
        #expect(
            try query(["p": [[1], [2]]], encoding: QueryEncoding(arrays: .brackets))
                == "p%5B%5D%5B%5D=1&p%5B%5D%5B%5D=2")
        #expect(
            try query(["p": [Int?.some(1), nil, 3]], encoding: QueryEncoding(arrays: .indexed))
                == "p%5B0%5D=1&p%5B2%5D=3")
    }

    @Test func `A list joined by commas takes plain values only`() {
        struct Point: Encodable { let x: Int }
        let encoding = QueryEncoding(arrays: .comma)
        for params: Parameters in [
            ["p": [Point(x: 1)]], ["p": [[1], [2]]], ["p": [["a": 1]]], ["p": [Fields(["a": 1])]],
        ] {
            let error = refusal { () throws(TernError) in try query(params, encoding: encoding) }
            #expect(error?.code == .encoding)
            #expect(error?.message.contains("p.0: ") == true)
            #expect(error?.message.contains(".indexed") == true)
        }
    }

    @Test func `Truth is written as words or as digits`() throws {
        struct Model: Encodable { let a = true, b = [false, true] }
        #expect(try query(["a": true, "b": false]) == "a=true&b=false")
        #expect(try query(["a": true, "b": [false]], encoding: QueryEncoding(bools: .numeric)) == "a=1&b=0")
        #expect(try query(.query(Model()), encoding: QueryEncoding(bools: .numeric)) == "a=1&b=0&b=1")
    }

    @Test(arguments: [
        (QueryEncoding.Dates.iso8601, "2024-05-01T12%3A30%3A00Z"),
        (.iso8601WithFractions, "2024-05-01T12%3A30%3A00.250Z"),
        (.secondsSince1970, "1714566600.25"), (.millisecondsSince1970, "1714566600250"),
        (.custom { "\(Int($0.timeIntervalSince1970)) s" }, "1714566600%20s"),
    ])
    func `Dates are written as the server wants them`(dates: QueryEncoding.Dates, text: String) throws {
        struct Model: Encodable { let d: Date }
        let date = Date(timeIntervalSince1970: 1_714_566_600.25)
        let encoding = QueryEncoding(dates: dates)
        #expect(try query(["d": date], encoding: encoding) == "d=\(text)")
        #expect(try query(.query(Model(d: date)), encoding: encoding) == "d=\(text)")
        #expect(try query(["d": [date]], encoding: encoding) == "d=\(text)")
    }

    @Test func `Whole seconds have no fraction`() throws {
        let date = Date(timeIntervalSince1970: 1_714_566_600)
        #expect(try query(["d": date], encoding: QueryEncoding(dates: .secondsSince1970)) == "d=1714566600")
        #expect(
            try query(["d": date], encoding: QueryEncoding(dates: .iso8601WithFractions))
                == "d=2024-05-01T12%3A30%3A00.000Z")
    }

    @Test func `A date that has no such text is a typed error`() {
        for encoding in [
            QueryEncoding(), QueryEncoding(dates: .iso8601WithFractions), QueryEncoding(dates: .millisecondsSince1970),
        ] {
            let error = refusal { () throws(TernError) in
                try query(["d": Date(timeIntervalSinceReferenceDate: .infinity)], encoding: encoding)
            }
            #expect(error?.code == .encoding)
        }
        #expect(
            refusal { () throws(TernError) in try query(["d": Date(timeIntervalSince1970: 1e12)]) }?.message.contains(
                "d: ") == true)
    }

    @Test func `Bytes are written as base64, hexadecimal or as you like`() throws {
        let bytes = Data([0xFB, 0xEF, 0xBE, 0x01])
        #expect(try query(["b": bytes]) == "b=%2B%2B%2B%2BAQ%3D%3D")
        #expect(try query(["b": bytes], encoding: QueryEncoding(data: .hexadecimal)) == "b=fbefbe01")
        #expect(
            try query(["b": [bytes]], encoding: QueryEncoding(data: .custom { "\($0.count) bytes" })) == "b=4%20bytes")
    }

    @Test func `Names are converted, keys of dictionaries are not`() throws {
        struct Inner: Encodable { let cityName = "x" }
        struct Model: Encodable {
            let perPage = 1
            let nestedPart = Inner()
        }
        let snake = QueryEncoding(keys: .snakeCase)
        #expect(try query(.query(Model()), encoding: snake) == "per_page=1&nested_part%5Bcity_name%5D=x")
        #expect(try query(["perPage": 1, "someItems": [1]], encoding: snake) == "per_page=1&some_items=1")
        #expect(try query(["aB": ["cD": 1]], encoding: snake) == "a_b%5BcD%5D=1")
        #expect(
            try query(.query(Model()), encoding: QueryEncoding(keys: .custom { $0.uppercased() }))
                == "PERPAGE=1&NESTEDPART%5BCITYNAME%5D=x")
        #expect(try form(.form(["perPage": 1]), encoding: snake) == "per_page=1")
    }

    @Test(arguments: [
        ("perPage", "per_page"), ("imageURL", "image_url"), ("imageURLPath", "image_url_path"), ("URLPath", "url_path"),
        ("a", "a"),
        ("A", "a"), ("", ""), ("already_snake", "already_snake"), ("_id", "_id"), ("page2Go", "page2_go"),
        ("x_Y", "x_y"), ("ÜberWeg", "über_weg"),
    ])
    func `A camel-cased name is split into words`(name: String, snake: String) {
        #expect(name.snakeCased == snake)
    }

    @Test func `Numbers and other plain values are written plainly`() throws {
        enum Kind: String, Encodable { case big = "very big" }
        enum Level: Int, Encodable { case two = 2 }
        let id = UUID()
        #expect(
            try query(["a": 3.0, "b": 0.1, "c": Float(0.1), "d": -2.5, "e": 1e20]) == "a=3&b=0.1&c=0.1&d=-2.5&e=1e%2B20"
        )
        #expect(
            try query(["a": UInt64.max, "b": Int64.min, "c": Int8(-1)])
                == "a=18446744073709551615&b=-9223372036854775808&c=-1")
        #expect(try query(["a": Decimal(string: "12345678901234567890.123")]) == "a=12345678901234567890.123")
        #expect(
            try query(["a": URL(string: "https://h/p?q=1"), "b": id])
                == "a=https%3A%2F%2Fh%2Fp%3Fq%3D1&b=\(id.uuidString)")
        #expect(try query(["a": Kind.big, "b": Level.two, "c": [Kind.big]]) == "a=very%20big&b=2&c=very%20big")
        #expect(
            try query(["a": UInt(1), "b": UInt8(2), "c": UInt16(3), "d": UInt32(4), "e": Int16(5), "f": Int32(6)])
                == "a=1&b=2&c=3&d=4&e=5&f=6")
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            #expect(try query(["a": Int128.min, "b": UInt128.max]) == "a=\(Int128.min)&b=\(UInt128.max)")
        }
    }

    @Test func `Not a number and infinity are typed errors`() {
        struct Model: Encodable { let price: [Double] }
        struct Nested: Encodable { let inner: Model }
        let decimal: Decimal = .nan
        let cases: [(Parameters, String)] = [
            (["x": Double.nan], "x: "), (["x": Float.infinity], "x: "), (["x": -Double.infinity], "x: "),
            (["x": decimal], "x: "),
            (.query(Model(price: [1, .nan])), "price.1: "),
            (.query(Nested(inner: Model(price: [.infinity]))), "inner.price.0: "),
            (["x": Model(price: [.nan])], "x.price.0: "), (["x": ["k": Double.nan]], "x.k: "),
        ]
        for (params, place) in cases {
            let error = refusal { () throws(TernError) in try query(params) }
            #expect(error?.code == .encoding)
            #expect(error?.message.contains(place) == true)
            #expect(error?.underlying is EncodingError)
            #expect(error?.request?.url.absoluteString == "https://h/p")
        }
    }

    @Test func `A single value or a list has no name and is a typed error`() {
        for params: Parameters in [
            .query("a=1"), .query(3), .query([1, 2]), .query([Int]()), .query(Set(["a"])), .query(true),
            .query([["a": 1]]),
        ] {
            let error = refusal { () throws(TernError) in try query(params) }
            #expect(error?.code == .encoding)
            #expect(error?.message.contains("give it one, as in [") == true)
        }
    }
}
