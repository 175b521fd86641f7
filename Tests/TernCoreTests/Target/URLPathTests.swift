import Foundation
import Testing

@testable import TernCore

@Suite struct URLPathTests {
    @Test(arguments: [
        ("a/b?c d", "a%2Fb%3Fc%20d"), ("a%26b", "a%2526b"), ("100%", "100%25"), ("~-._", "~-._"),
        ("a+b&c=d", "a%2Bb%26c%3Dd"),
        ("ü", "%C3%BC"), ("👍", "%F0%9F%91%8D"), ("[x]", "%5Bx%5D"), ("a;b,c:d@e", "a%3Bb%2Cc%3Ad%40e"),
        ("\r\n", "%0D%0A"), ("\0", "%00"), ("...", "..."), (".a", ".a"), (" ", "%20"), ("#", "%23"),
        ("%2e%2E", "%252e%252E"),
        ("..;", "..%3B"), ("a\u{301}", "a%CC%81"),
    ])
    func `An interpolated value is one encoded segment`(value: String, segment: String) throws {
        #expect(try built(.get, path: "/x/\(value)/y").url.absoluteString == "https://h/p/x/\(segment)/y")
        #expect(try built(.get, path: "/\(value[...])").url.absoluteString == "https://h/p/\(segment)")
        #expect(try built(.get, path: "\(value)").url.absoluteString == "https://h/p/\(segment)")
        #expect("/x/\(value)/y" as URLPath == "/x/\(raw: segment)/y")
    }

    @Test func `Values of many types are interpolated as their text`() throws {
        enum Kind: String { case big = "very big" }
        enum Level: Int { case two = 2 }
        struct Tag: RawRepresentable, CustomStringConvertible {
            let rawValue: String
            var description: String { "not this" }
        }
        struct Point: CustomStringConvertible { var description: String { "1/2" } }
        let id = UUID()
        #expect("/\(7)/\(Int8(-1))/\(UInt64.max)" as URLPath == "/7/-1/18446744073709551615")
        #expect("/\(id)" as URLPath == "/\(raw: id.uuidString)")
        #expect("/\(Kind.big)/\(Level.two)" as URLPath == "/very%20big/2")
        #expect("/\(Tag(rawValue: "a/b"))" as URLPath == "/a%2Fb")
        #expect("/\(Point())" as URLPath == "/1%2F2")
        #expect("/\(Character("é"))/\(true)/\(1.5)" as URLPath == "/%C3%A9/true/1.5")
        #expect("/\(HTTPMethod.get)" as URLPath == "/GET")
    }

    @Test(arguments: ["", ".", ".."])
    func `A value that would name another resource is a typed error`(value: String) {
        for path: URLPath in [
            "/users/\(value)", "/\(value)/x", "\(value)", "/.\(value)", "/\(value)\(value)", "/a\(value)b",
        ] {
            let error = refusal { () throws(TernError) in try built(.get, path: path) }
            #expect(error?.code == .invalidURL)
            #expect(error?.message.contains(value.debugDescription) == true)
        }
    }

    @Test func `In a query of the path every value may be sent`() throws {
        let empty = ""
        let dots = ".."
        #expect(
            try built(.get, path: "/s?a=\(empty)&b=\(dots)&c=\("a b&c")").url.absoluteString
                == "https://h/p/s?a=&b=..&c=a%20b%26c")
    }

    @Test(arguments: [
        ("/x%26y/../z", "/x%26y/../z"), ("/a//b", "/a//b"), ("/a/./b/..", "/a/./b/.."), ("/%7e%7E~", "/%7e%7E~"),
        ("/a%2Fb", "/a%2Fb"),
        ("/..", "/.."), ("/a;v=1,2/b:c@d", "/a;v=1,2/b:c@d"), ("/!$&'()*+,;=", "/!$&'()*+,;="),
        ("/a b", "/a%20b"), ("/ü", "/%C3%BC"), ("/a[1]%5B", "/a%5B1%5D%5B"),
        ("/{x}|y^z`\"<>\\", "/%7Bx%7D%7Cy%5Ez%60%22%3C%3E%5C"),
        ("/s?x=1&y=a+b", "/s?x=1&y=a+b"), ("/s?x[]=1", "/s?x%5B%5D=1"), ("/s?a=b?c/d", "/s?a=b?c/d"),
        ("/s?q=ü", "/s?q=%C3%BC"),
        ("/s#part", "/s"), ("/s?x=1#part?y=2", "/s?x=1"), ("/s#a%20b", "/s"), ("/trailing/", "/trailing/"),
    ])
    func `What is written is sent as written, but for what no URL has`(written: String, sent: String) throws {
        #expect(try built(.get, base: "https://h", path: "\(raw: written)").url.absoluteString == "https://h\(sent)")
        #expect(
            try built(.get, base: "https://h", path: URLPath(stringLiteral: written)).url.absoluteString
                == "https://h\(sent)")
    }

    @Test(arguments: [
        "/a\r\nb", "/a\nb", "/\0", "/a\tb", "/\u{7F}", "/a%", "/a%2", "/a%zz", "/%%20", "/%2G?x", "/s?x=%",
        "/s?x=a\r\nHost: evil",
        "/s#%",
    ])
    func `A control character or a broken escape that is written is a typed error`(written: String) {
        for path: URLPath in ["\(raw: written)", URLPath(stringLiteral: written), "/x/\(1)\(raw: written)"] {
            let error = refusal { () throws(TernError) in try built(.get, path: path) }
            #expect(error?.code == .invalidURL)
            #expect(error?.message.contains("path part") == true)
        }
    }

    @Test func `An escape can't be put together from two parts`() {
        let error = refusal { () throws(TernError) in try built(.get, path: "/%2\("E")\("E")") }
        #expect(error?.code == .invalidURL)
        #expect(refusal { () throws(TernError) in try built(.get, path: "/%\(raw: "2F")") }?.code == .invalidURL)
    }

    @Test(arguments: [
        ("https://h/api/", "/v1", "https://h/api/v1"), ("https://h/api", "/v1", "https://h/api/v1"),
        ("https://h/api/", "v1", "https://h/api/v1"), ("https://h/api", "v1", "https://h/api/v1"),
        ("https://h", "v1", "https://h/v1"), ("https://h", "/v1", "https://h/v1"),
        ("https://h/", "/v1", "https://h/v1"),
        ("https://h/api?k=1", "v1", "https://h/api/v1?k=1"), ("https://h?k=1", "v1", "https://h/v1?k=1"),
        ("https://h/api/?k=1", "/v1/", "https://h/api/v1/?k=1"), ("https://h/api#top", "v1", "https://h/api/v1"),
        ("https://h/api?k=1#top", "/v1?x=2#end", "https://h/api/v1?k=1&x=2"),
        ("https://h/a/../b", "../c", "https://h/a/../b/../c"),
        ("https://h/a%2Fb/", "c", "https://h/a%2Fb/c"), ("https://u:p@h:8080", "v1", "https://u:p@h:8080/v1"),
        ("https://[::1]:80", "v1", "https://[::1]:80/v1"), ("https://[::1]", "/v1", "https://[::1]/v1"),
        ("http://bücher.example/", "ö", "http://xn--bcher-kva.example/%C3%B6"),
        ("https://h/api/", "/", "https://h/api/"),
        ("https://h/api", "/", "https://h/api/"), ("https://h/api", "?x=1", "https://h/api?x=1"),
        ("https://h/api?", "?x=1", "https://h/api?x=1"), ("https://h/api?k=1&", "?x=1", "https://h/api?k=1&x=1"),
        ("https://h/api?k=1", "v1?", "https://h/api/v1?k=1"), ("https://h/api", "//v1", "https://h/api//v1"),
        ("https://h", "http://evil/x", "https://h/http://evil/x"), ("https://h", "//evil/x", "https://h//evil/x"),
        ("https://h", "@evil/x", "https://h/@evil/x"), ("https://h", ":80/x", "https://h/:80/x"),
    ])
    func `Base and path are joined by one slash and keep what they say`(base: String, path: String, url: String) throws
    {
        #expect(try built(.get, base: base, path: "\(raw: path)").url.absoluteString == url)
    }

    @Test(arguments: [
        "https://h/p?k=1", "https://h", "https://h/", "https://h?", "https://h/a/../b/./c//d",
        "https://h/%7ea?x=%5B%5D&y=a+b&",
        "HTTPS://H.example:443/;x", "https://u:p@h/p", "http://[::1]:8080/p?x", "https://h/p?a=1?b=2",
        "http://xn--bcher-kva.example/",
    ])
    func `An empty path leaves the base as it is, byte for byte`(base: String) throws {
        #expect(try built(.get, base: base).url.absoluteString == base)
        #expect(try built(.get, base: base + "#part").url.absoluteString == base)
        #expect(try built(.get, base: base, [:]).url.absoluteString == base)
    }

    @Test(arguments: [
        "/v1", "", "h/p", "https:", "https://", "https:///p", "://h", "mailto:a@b", "https://:80/", "https://u@/p",
        "?x=1",
    ])
    func `A base without scheme or host is a typed error`(base: String) {
        let error = refusal { () throws(TernError) in try built(.get, base: base, path: "/v1") }
        #expect(error?.code == .invalidURL)
        #expect(error?.message.contains("base") == true)
    }

    @Test func `A base relative to another is resolved`() throws {
        let root = try #require(URL(string: "https://h/api/"))
        let base = try #require(URL(string: "v1", relativeTo: root))
        let path: URLPath = "users"
        #expect(try path.url(below: base).absoluteString == "https://h/api/v1/users")
    }

    @Test func `Query of base, path and parameters are sent in this order`() throws {
        let request = try built(.get, base: "https://h/p?a=1", path: "x?b=2", ["c": 3, "a": 4])
        #expect(request.url.absoluteString == "https://h/p/x?a=1&b=2&c=3&a=4")
        #expect(try built(.get, base: "https://h?", ["c": 3]).url.absoluteString == "https://h?c=3")
        #expect(try built(.get, base: "https://h", path: "x?", ["c": 3]).url.absoluteString == "https://h/x?c=3")
        #expect(try built(.get, base: "https://h?a&", ["c": 3]).url.absoluteString == "https://h?a&c=3")
    }

    @Test func `Every character that is written survives, and no escape is escaped again`() throws {
        for code in UInt8(0x20)...0x7E where code != UInt8(ascii: "%") && code != UInt8(ascii: "#") {
            let character = String(Unicode.Scalar(code))
            for written in ["/a\(character)b%5B%2f", "/s?a\(character)b%5B%2f"] {
                let url = try built(.get, base: "https://h", path: "\(raw: written)").url
                #expect(url.absoluteString.hasSuffix("b%5B%2f"))
                #expect(
                    url.absoluteString.removingPercentEncoding == "https://h\(written.removingPercentEncoding ?? "")")
            }
        }
    }

    @Test func `A resource whose base is no URL says so`() {
        for base in ["http://[", "", "http://h:port"] {
            let error = refusal { () throws(TernError) in try built(.get, base: base, path: "/v1") }
            #expect(error?.code == .invalidURL)
            #expect(error?.message.contains("the base \(base.debugDescription) is not a URL") == true)
        }
    }
}
