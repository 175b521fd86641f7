import Testing

@testable import TernCore

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("text/html", "text/html"), ("Text/HTML; charset=utf-8", "text/html"),
        (" application/json ;x", "application/json"), ("", ""), (";charset=x", ""),
    ])
    func `The essence is type and subtype in lower case`(text: String, essence: String) {
        #expect(MediaType(text).essence == essence)
    }

    @Test(arguments: [
        ("text/html; charset=UTF-8", "UTF-8"), ("text/html;charset=UTF-8", "UTF-8"),
        ("text/html; CHARSET=\"utf-8\"", "utf-8"),
        ("text/html; a=b; charset = latin1 ; c=d", "latin1"), (#"text/html; a="x;charset=no"; charset=yes"#, "yes"),
        (#"x/y; charset="a\"b\\c""#, #"a"b\c"#),
        ("x/y; charset=a; charset=b", "a"), ("x/y;; ;charset=z", "z"), ("x/y; flag; charset=z", "z"),
        ("x/y; charset=", ""), ("x/y; charset=\"open", "open"),
        ("x/y; charset=\"a\" junk; b=c", "a"), ("x/y;\tcharset=\ta", "a"), ("x/y; charset", ""),
    ])
    func `A parameter is read, quoted or not`(text: String, value: String) {
        #expect(MediaType(text).parameter("charset") == value)
        #expect(MediaType(text).charset == value.lowercased())
    }

    @Test(arguments: [
        "text/html", "text/html;", "text/html; xcharset=a", "charset=a", "", "x/y; a=\"charset=b\"", "x/y; a=\"b\\",
    ])
    func `A parameter that isn't there is nil`(text: String) {
        #expect(MediaType(text).parameter("charset") == nil)
    }

    @Test(arguments: [
        ("abc", "abc"), ("a-b_c.d", "a-b_c.d"), ("a/b", "\"a/b\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""),
    ])
    func `A boundary is quoted where it isn't a token`(boundary: String, written: String) {
        let type = MediaType.multipartForm(boundary: boundary)
        #expect(type.rawValue == "multipart/form-data; boundary=\(written)")
        #expect(type.parameter("Boundary") == boundary)
    }

    @Test(arguments: [("  a b\t", "a b"), ("", ""), (" \t ", ""), ("\u{A0}a", "\u{A0}a"), ("a\n", "a\n")])
    func `Only spaces and tabs are trimmed`(text: String, trimmed: String) {
        #expect(text.trimmed == trimmed)
    }
}
