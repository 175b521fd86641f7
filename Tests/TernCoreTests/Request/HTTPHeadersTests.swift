import Testing

@testable import TernCore

@Suite struct HTTPHeadersTests {
    @Test func `A name in any case is one field, the last wins in the first's place`() {
        var headers: HTTPHeaders = ["A": "0"]
        headers["content-type"] = "text/plain"
        headers["B"] = "1"
        headers["Content-Type"] = "text/html"
        #expect(headers.map(\.name.rawName) == ["A", "Content-Type", "B"])
        #expect(headers[.contentType] == "text/html")
        #expect(headers["CONTENT-TYPE"] == "text/html")
        let literal: HTTPHeaders = ["content-type": "a", "X": "1", "Content-Type": "b"]
        #expect(literal.description == "Content-Type: b\nX: 1")
    }

    @Test func `Fields that are added stay apart`() {
        var headers: HTTPHeaders = ["set-cookie": "a=1"]
        headers.add("b=2", for: .setCookie)
        headers.add("x", for: .accept)
        headers.add("y", for: "accept")
        #expect(headers.count == 4)
        #expect(headers.values(for: .setCookie) == ["a=1", "b=2"])
        #expect(headers[.setCookie] == "a=1")
        #expect(headers[.accept] == "x, y")
        #expect(headers.values(for: "none").isEmpty)
    }

    @Test func `Setting replaces every field of the name, nil removes them`() {
        let field = { HTTPHeaders.Field($0, $1) }
        var headers = HTTPHeaders([field("a", "1"), field("b", "2"), field("A", "3"), field("c", "4"), field("a", "5")])
        headers["A"] = "9"
        #expect(headers == HTTPHeaders([field("A", "9"), field("b", "2"), field("c", "4")]))
        headers["c"] = "8"
        #expect(headers.last?.value == "8")
        headers["a"] = nil
        headers.remove("C")
        headers.remove("none")
        #expect(headers == ["B": "2"])
        #expect(headers.contains("B"))
        #expect(!headers.contains("a"))
    }

    @Test func `A call's headers replace the defaults, an empty value removes one`() {
        var defaults: HTTPHeaders = ["Accept": "a", "X-App": "1", "User-Agent": "tern"]
        defaults.add("b", for: "Accept")
        let merged = defaults.merging(["accept": "c", "x-app": "", "New": "2"])
        #expect(merged == ["User-Agent": "tern", "accept": "c", "New": "2"])
        #expect(defaults.merging([:]) == defaults)
        #expect(HTTPHeaders().merging(["A": "", "B": "1"]) == ["B": "1"])
        var own: HTTPHeaders = ["Accept": "x"]
        own.add("y", for: "Accept")
        #expect(defaults.merging(own).values(for: .accept) == ["x", "y"])
    }

    @Test func `Headers are equal by order and value, names without case`() {
        #expect(["A": "1", "B": "2"] as HTTPHeaders == ["a": "1", "b": "2"])
        #expect(["A": "1", "B": "2"] as HTTPHeaders != ["B": "2", "A": "1"])
        #expect(["A": "x"] as HTTPHeaders != ["A": "X"])
        #expect(Set([["A": "1"] as HTTPHeaders, ["a": "1"]]).count == 1)
    }
}
