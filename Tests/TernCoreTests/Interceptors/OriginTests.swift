import Foundation
import Testing

@testable import TernCore

@Suite struct OriginTests {
    @Test(arguments: [
        ("http://h", "http", "h", 80),
        ("https://H.Example/", "https", "h.example", 443),
        ("HTTPS://h:8443?q", "https", "h", 8443),
        ("http://u:p@h:81#f", "http", "h", 81),
        ("http://h:/x", "http", "h", 80),
        ("http://[::1]:8080/x", "http", "[::1]", 8080),
        ("http://[FE80::1]", "http", "[fe80::1]", 80),
        ("http://BÜCHER.example", "http", "xn--bcher-kva.example", 80),
        ("http://h/@evil:80", "http", "h", 80),
        ("http://h?@evil", "http", "h", 80),
    ])
    func `A URL has one origin`(_ text: String, _ scheme: String, _ host: String, _ port: Int) throws {
        let url = try #require(URL(string: text))
        let origin = try #require(Origin(url))
        #expect(origin.scheme == scheme)
        #expect(origin.host == host)
        #expect(origin.port == port)
    }

    @Test(arguments: ["/x", "h", "file:///x", "ftp://h/", "mailto:a@b", "http:/x", "http:///x", "http://u@/", "//h/x"])
    func `What is not http with a host has none`(_ text: String) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url) == nil)
    }
}
