import Testing

@testable import TernCore

@Suite struct HTTPMethodTests {
    @Test func `Only idempotent methods may be sent again`() {
        let safe: [HTTPMethod] = [.get, .head, .options, .trace]
        for method in safe { #expect(method.isSafe && method.isIdempotent) }
        for method in [HTTPMethod.put, .delete] { #expect(!method.isSafe && method.isIdempotent) }
        for method in [HTTPMethod.post, .patch, "PURGE", "get"] { #expect(!method.isSafe && !method.isIdempotent) }
    }

    @Test func `Methods are told apart by their exact spelling`() {
        #expect(HTTPMethod.get == "GET")
        #expect(HTTPMethod.get != "get")
        #expect(HTTPMethod(rawValue: "purge").description == "purge")
    }
}
