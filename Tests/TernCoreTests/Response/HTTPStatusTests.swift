import Testing

@testable import TernCore

@Suite struct HTTPStatusTests {
    @Test(arguments: [
        (100, [true, false, false, false, false]), (199, [true, false, false, false, false]),
        (200, [false, true, false, false, false]),
        (299, [false, true, false, false, false]), (304, [false, false, true, false, false]),
        (404, [false, false, false, true, false]),
        (599, [false, false, false, false, true]), (99, [false, false, false, false, false]),
        (600, [false, false, false, false, false]),
    ])
    func `A code belongs to one class at most`(code: Int, classes: [Bool]) {
        let status = HTTPStatus(code)
        #expect(
            [
                status.isInformational, status.isSuccess, status.isRedirection, status.isClientError,
                status.isServerError,
            ] == classes)
    }

    @Test func `A status is written with its phrase, where it has one`() {
        #expect(HTTPStatus.notFound.description == "404 Not Found")
        #expect(HTTPStatus(299).description == "299")
        #expect((418 as HTTPStatus).reasonPhrase.isEmpty)
    }

    @Test func `Statuses compare by code`() {
        #expect(HTTPStatus.ok < .notFound)
        #expect(HTTPStatus(200) == .ok)
        #expect([500, 200, 404].sorted() == [HTTPStatus.ok, .notFound, .internalServerError])
    }
}
