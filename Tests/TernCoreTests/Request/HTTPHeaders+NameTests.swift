import Testing

@testable import TernCore

@Suite struct HTTPHeadersNameTests {
    @Test(arguments: [("Content-Type", "content-type"), ("ETag", "etag"), ("X_1~", "x_1~"), ("", "")])
    func `Names that differ in case are one`(left: String, right: String) {
        #expect(HTTPHeaders.Name(left) == HTTPHeaders.Name(right))
        #expect(Set([HTTPHeaders.Name(left), HTTPHeaders.Name(right)]).count == 1)
        #expect(HTTPHeaders.Name(left).rawName == left)
    }

    // @ and `, [ and { differ in the bit that letters' cases differ in.
    @Test(arguments: [("@", "`"), ("[", "{"), ("ab", "abc"), ("É", "é"), ("-", "\r"), ("K", "\u{212A}")])
    func `Names that differ in more are two`(left: String, right: String) {
        #expect(HTTPHeaders.Name(left) != HTTPHeaders.Name(right))
    }
}
