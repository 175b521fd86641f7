import Foundation
import Testing

@testable import TernCore

@Suite struct RedactionTests {
    @Test(arguments: [
        ("http://h/p", "http://h/p"),
        ("http://h/p?token=a", "http://h/p?token=***"),
        ("http://h/p?a=1&Api-Key=b&c=", "http://h/p?a=1&Api-Key=***&c="),
        ("http://h/p?accessToken=a=b&x", "http://h/p?accessToken=***&x"),
        ("http://h/p?user%5Bpassword%5D=a&user.pwd=b", "http://h/p?user%5Bpassword%5D=***&user.pwd=***"),
        ("http://h/p?pass%77ord=a", "http://h/p?pass%77ord=***"),
        ("http://h/cb#access_token=a&state=1", "http://h/cb#access_token=***&state=1"),
        ("http://h/p?next=http://x/?sig=a", "http://h/p?next=http://x/?sig=***"),
        ("http://h/token=a?q=tokens", "http://h/token=a?q=tokens"),
        ("http://h/p?token", "http://h/p?token"),
        ("http://u:p@h/p@x?q=@", "http://h/p@x?q=@"),
        ("http://u@h", "http://h"),
    ])
    func `A URL's secrets are masked and the rest stays as it is`(_ text: String, _ shown: String) throws {
        let url = try #require(URL(string: text))
        #expect(Redaction.standard.text(of: url) == shown)
        #expect(Redaction.none.text(of: url) == text)
    }

    @Test(arguments: [
        (#"{"token": "a", "b": "token"}"#, #"{"token": "***", "b": "token"}"#),
        (#"{"password":12345,"a":1}"#, #"{"password":"***","a":1}"#),
        (#"{"password":null}"#, #"{"password":"***"}"#),
        (#"{"a":{"refreshToken" : "x\"y}", "b":[1]}}"#, #"{"a":{"refreshToken" : "***", "b":[1]}}"#),
        (#"{"token":{"secret":"x"}}"#, #"{"token":{"secret":"***"}}"#),
        (#"{"token": "cut o"#, #"{"token": "***""#),
        (#"{"token": 123"#, #"{"token": "***""#),
        (#"{"token":"#, #"{"token":"#),
        (#"{"token"#, #"{"token"#),
        (#"["token", "x"]"#, #"["token", "x"]"#),
        (#"{"größe": "ü", "pwd": "ü"}"#, #"{"größe": "ü", "pwd": "***"}"#),
        (#""\"#, #""\"#),
        ("", ""),
    ])
    func `JSON's secrets are masked, in a text that was cut off too`(_ text: String, _ shown: String) {
        #expect(Redaction.standard.body(text, of: .json) == shown)
        #expect(Redaction.standard.body(text, of: "application/problem+json") == shown)
        #expect(Redaction.standard.body(text, of: .plainText) == text)
        #expect(Redaction.none.body(text, of: .json) == text)
    }

    @Test func `A form's secrets are masked`() {
        #expect(Redaction.standard.body("a=1&client_secret=x+y&b=2", of: .form) == "a=1&client_secret=***&b=2")
    }

    @Test func `Names and headers can be added`() throws {
        var redaction = Redaction.standard
        redaction.names.insert("session_id")
        redaction.headers.insert("X-Session")
        let url = try #require(URL(string: "http://h/?SessionID=1&token=2"))
        #expect(redaction.text(of: url) == "http://h/?SessionID=***&token=***")
        #expect(redaction.value(of: .init("x-session", "a b")) == "***")
        #expect(Redaction.standard.value(of: .init("x-session", "a b")) == "a b")
    }

    @Test(arguments: [
        ("Authorization", "Bearer abc", "Bearer ***"),
        ("authorization", "abc", "***"),
        ("Authorization", #"Digest username="a", response="b""#, "Digest ***"),
        ("Cookie", "a=b; c=d", "***"),
        ("Location", "https://u:p@h/cb?code=1&access_token=a", "https://h/cb?code=1&access_token=***"),
        ("Referer", "/p?password=x", "/p?password=***"),
        ("Accept", "text/html?token=a", "text/html?token=a"),
    ])
    func `A field's secrets are masked`(_ name: String, _ value: String, _ shown: String) {
        #expect(Redaction.standard.value(of: .init(.init(name), value)) == shown)
    }
}
