import Foundation
import Testing
import TestSupport

@testable import TernCore

@Suite struct ParametersTests {
    struct Draft: Encodable, Equatable { let title: String, done: Bool? }

    @Test(arguments: [HTTPMethod.get, .head])
    func `A literal is the query of GET and HEAD`(method: HTTPMethod) throws {
        let page: Int? = nil
        let text = "moon"
        let request = try built(method, ["q": text, "page": page, "tags": ["a", "b"], "strict": true])
        #expect(request.url.absoluteString == "https://h/p?q=moon&tags=a&tags=b&strict=true")
        #expect(request.body.isNone)
        #expect(request.headers.isEmpty)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, "PURGE"])
    func `A literal is the JSON body of every other method`(method: HTTPMethod) throws {
        let page: Int? = 2
        let text = "moon"
        let request = try built(
            method, ["q": text, "page": page, "none": Int?.none, "tags": ["a", "b"], "strict": true])
        #expect(request.url.absoluteString == "https://h/p")
        #expect(bodyText(request) == #"{"page":2,"q":"moon","strict":true,"tags":["a","b"]}"#)
        #expect(request.headers == ["Content-Type": "application/json"])
    }

    @Test func `Empty parameters send nothing by GET and an empty object by POST`() throws {
        for params: Parameters in [.none, [:], .query([:]), .query(Fields()), .query([String: Int]())] {
            let request = try built(.get, params)
            #expect(request.url.absoluteString == "https://h/p")
            #expect(request.body.isNone)
            #expect(request.headers.isEmpty)
        }
        for params: Parameters in [[:], .json([:]), .body([:]), ["a": Int?.none]] {
            let request = try built(.post, params)
            #expect(bodyText(request) == "{}")
            #expect(request.headers[.contentType] == "application/json")
        }
        #expect(try built(.post, .none).body.isNone)
        #expect(try built(.post, .query([:])).body.isNone)
        let form = try built(.post, .form([:]))
        #expect(bodyText(form)?.isEmpty == true)
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
    }

    @Test func `A value that is nil is left out, however deep its Optional`() throws {
        struct Model: Encodable {
            let a: Int? = nil
            let b: String?? = .some(nil)
            let c: Int?? = 3
        }
        let deep: Int?? = .some(nil)
        let deeper: Int??? = .some(.some(nil))
        let some: Int?? = 3
        #expect(try query(["a": deep, "b": deeper, "c": some, "d": nil, "ids": [1, 2]]) == "c=3&ids=1&ids=2")
        #expect(try query(.query(Model())) == "c=3")
        #expect(try form(.form(["a": deep, "c": some])) == "c=3")
        #expect(bodyText(try built(.post, ["a": deep, "b": deeper, "c": some, "d": nil])) == #"{"c":3}"#)
        #expect(bodyText(try built(.post, ["x": Fields(["a": deep, "c": some])])) == #"{"x":{"c":3}}"#)
        #expect(try query(.query(Model?.none)) == nil)
    }

    @Test func `Query and body are sent side by side`() throws {
        let body = #"{"title":"x"}"#
        for params: Parameters in [
            .query(["flag": true]).json(["title": "x"]), .json(["title": "x"]).query(["flag": true]),
            .query(["flag": true]).json(Draft(title: "x", done: nil)),
            .query(["flag": true]).body(Draft(title: "x", done: nil)),
            .none.query(["flag": true]).body(["title": "x"]), .data(Data(body.utf8), .json).query(["flag": true]),
        ] {
            let request = try built(.post, params)
            #expect(request.url.absoluteString == "https://h/p?flag=true")
            #expect(bodyText(request) == body)
            #expect(request.headers == ["Content-Type": "application/json"])
        }
        let get = try built(.get, (["a": 1] as Parameters).json(["b": 2]))
        #expect(get.url.query == "a=1")
        #expect(bodyText(get) == #"{"b":2}"#)
    }

    @Test func `Queries add up in their order, each with its encoding`() throws {
        let brackets = QueryEncoding(arrays: .brackets)
        #expect(
            try query(
                (["a": [1]] as Parameters).query(["b": [2]], encoding: brackets).query(Draft(title: "x", done: true)))
                == "a=1&b%5B%5D=2&title=x&done=true")
        let client = Client(transport: NoTransport(), queryEncoding: brackets)
        #expect(try built(.get, ["a": [1]], client: client).url.query == "a%5B%5D=1")
        #expect(try built(.get, .query(["a": [1]], encoding: QueryEncoding()), client: client).url.query == "a=1")
        let options = RequestOptions { $0.queryEncoding = QueryEncoding(arrays: .comma) }
        #expect(try built(.get, ["a": [1, 2]], options: options, client: client).url.query == "a=1,2")
        #expect(bodyText(try built(.post, .form(["a": [1]]), client: client)) == "a%5B%5D=1")
        #expect(bodyText(try built(.post, .form(["a": [1]], encoding: QueryEncoding()), client: client)) == "a=1")
    }

    @Test func `Two bodies are a typed error`() {
        for params: Parameters in [
            .json(["a": 1]).json(["b": 2]), .json(["a": 1]).form(["b": 2]), .data(Data()).multipart([]),
            (["a": 1] as Parameters).body(["b": 2]), .body(1).query(["x": 1]).data(Data()),
        ] {
            let error = refusal { () throws(TernError) in try built(.post, params) }
            #expect(error?.code == .encoding)
            #expect(error?.message.contains("two bodies") == true)
            #expect(error?.request?.description == "POST https://h/p")
        }
    }

    @Test func `Literals keep their order and repeat a key; JSON keeps the last`() throws {
        #expect(try query(["b": 1, "a": 2, "b": 3]) == "b=1&a=2&b=3")
        #expect(try query(.query(["b": 1, "a": 2, "b": 3])) == "b=1&a=2&b=3")
        #expect(try query(.query(Fields([("b", 1), ("a", 2), ("b", 3)]))) == "b=1&a=2&b=3")
        #expect(try form(.form(["b": 1, "a": 2, "b": 3])) == "b=1&a=2&b=3")
        #expect(bodyText(try built(.post, ["b": 1, "a": 2, "b": 3])) == #"{"a":2,"b":3}"#)
        #expect(bodyText(try built(.post, .json(["b": 1, "a": 2, "b": 3]))) == #"{"a":2,"b":3}"#)
        #expect(bodyText(try built(.post, .body(["b": 1, "b": 3]))) == #"{"b":3}"#)
    }

    @Test func `Whatever is Encodable can be a JSON body`() throws {
        let cases: [(Parameters, String)] = [
            (.json([1, 2, 3]), "[1,2,3]"), (.json("text"), #""text""#), (.json(7), "7"), (.json(true), "true"),
            (.json(1.5), "1.5"),
            (.json([Draft(title: "a", done: nil)]), #"[{"title":"a"}]"#), (.body([1]), "[1]"), (.body("x"), #""x""#),
            (.body(3), "3"),
            (.json(["k": [1, 2]]), #"{"k":[1,2]}"#), (.json(["z": 1, "a": 2] as [String: Int]), #"{"a":2,"z":1}"#),
            (.json(Fields(["name": "x", "age": 3])), #"{"age":3,"name":"x"}"#),
            (.json(["u": "https://h/p"]), #"{"u":"https://h/p"}"#),
            (.json(["d": Date(timeIntervalSince1970: 0.5)]), #"{"d":"1970-01-01T00:00:00Z"}"#),
            (
                .json(["user": Fields(["name": "x", "tags": ["a"], "deep": Fields(["n": 1])])]),
                #"{"user":{"deep":{"n":1},"name":"x","tags":["a"]}}"#
            ),
        ]
        for (params, text) in cases {
            let request = try built(.post, params)
            #expect(bodyText(request) == text)
            #expect(request.headers == ["Content-Type": "application/json"])
        }
    }

    @Test func `Bytes go out as they are, with their type`() throws {
        let bytes = Data([0, 255, 13, 10])
        let plain = try built(.put, .data(bytes))
        #expect(plain.body.data == bytes)
        #expect(plain.headers == ["Content-Type": "application/octet-stream"])
        #expect(try built(.put, .data(bytes, .png)).headers == ["Content-Type": "image/png"])
        #expect(try built(.put, .data(Data())).body.isNone == false)
    }

    @Test func `A stream goes out as one that can't be replayed`() throws {
        let chunks = AsyncStream<Data> { $0.finish() }
        let request = try built(.post, .stream(length: 5, type: .png, chunks))
        #expect(request.body.length == 5)
        #expect(!request.body.isReplayable)
        #expect(request.headers == ["Content-Type": "image/png"])
        let unsized = try built(.post, .none.query(["a": 1]).stream(chunks))
        #expect(unsized.body.length == nil)
        #expect(unsized.headers == ["Content-Type": "application/octet-stream"])
    }

    @Test func `A form of parts carries its boundary in the type`() throws {
        let form = MultipartForm([.text("a", "1")], boundary: "xyz")
        for params: Parameters in [.multipart(form), .query([:]).multipart(form)] {
            let request = try built(.post, params)
            #expect(request.headers == ["Content-Type": "multipart/form-data; boundary=xyz"])
            #expect(bodyText(request)?.hasSuffix("--xyz--\r\n") == true)
        }
    }

    // MARK: Content-Type

    @Test(arguments: [
        Parameters.json(["a": 1]), .body(["a": 1]), ["a": 1], .form(["a": 1]), .data(Data("x".utf8), .png),
        .multipart([.text("a", "b")]),
    ])
    func `A target's own Content-Type stays`(params: Parameters) throws {
        for headers: HTTPHeaders in [
            ["Content-Type": "application/vnd.api+json"], ["content-type": "text/x; charset=latin1"],
            ["CONTENT-TYPE": ""],
        ] {
            #expect(try built(.post, params, headers: headers).headers == headers)
        }
    }

    @Test func `A client's own Content-Type stays for what the encoder wrote, not for forms and bytes`() throws {
        let client = Client(transport: NoTransport(), headers: ["content-type": "application/vnd.api+json"])
        for params: Parameters in [["a": 1], .json(["a": 1]), .body(["a": 1])] {
            #expect(try built(.post, params, client: client).headers.isEmpty)
        }
        #expect(try built(.post, .form(["a": 1]), client: client).headers[.contentType] == MediaType.form.rawValue)
        #expect(try built(.post, .data(Data(), .png), client: client).headers[.contentType] == "image/png")
        #expect(
            try built(.post, .multipart([]), client: client).headers[.contentType]?.hasPrefix("multipart/form-data")
                == true)
    }

    @Test func `Fields of many shapes are pairs in their order`() throws {
        let pairs: KeyValuePairs<String, (any Encodable & Sendable)?> = ["b": 1, "a": "x", "none": nil]
        let mixed: [(String, (any Encodable & Sendable)?)] = [("b", 1), ("a", "x"), ("none", nil)]
        for fields in [Fields(pairs), Fields(mixed), ["b": 1, "a": "x", "none": nil], Fields(["b": 1, "a": "x"])] {
            #expect(try query(.query(fields)) == "b=1&a=x")
        }
        #expect(try query(.query(Fields([("a", "1"), ("a", "2")]))) == "a=1&a=2")
        #expect(try query(.query(Fields([("a", Int?.none), ("b", 2)]))) == "b=2")
        #expect(try query(.query(Fields([String: Int]().map { ($0.key, $0.value) }))) == nil)
    }

    @Test func `What the body's encoder refuses names the place`() {
        struct Model: Encodable { let price = [1, Double.nan] }
        for params: Parameters in [.json(Model()), .body(Model()), ["price": [1, Double.nan]]] {
            let error = refusal { () throws(TernError) in try built(.post, params) }
            #expect(error?.code == .encoding)
            #expect(error?.message.contains("price.1") == true)
            #expect(error?.message.contains("body can't be encoded") == true)
            #expect(error?.underlying is EncodingError)
            #expect(error?.request?.description == "POST https://h/p")
        }
        #expect(
            refusal { () throws(TernError) in try built(.post, .form(Model())) }?.message.contains(
                "the form can't be encoded: price.1: ") == true)
    }
}
