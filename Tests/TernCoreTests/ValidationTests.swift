import Foundation
import TernTesting
import Testing

@testable import TernCore

@Suite struct ValidationTests {
    private func answer(_ status: HTTPStatus, body: Data = Data("body".utf8)) -> Response<Data> {
        Response(request: Request(at: "http://h/p"), status: status, value: body)
    }

    private func code(_ validation: Validation, _ status: HTTPStatus) -> TernError.Code? {
        do {
            try validation.check(answer(status))
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        arguments: [
            (Validation.none, [200, 304, 404, 599, 100], []),
            (.successCodes, [200, 204, 299], [199, 300, 304, 404]),
            (.successAndRedirectCodes, [200, 304, 399], [199, 400, 500]),
            (.codes([200, 404]), [200, 404], [201, 403]),
            (.codes(200..<250), [200, 249], [199, 250]),
            (.codes(200...250), [200, 250], [199, 251]),
            (.codes(0...Int.max), [200, 999], []),
            (.codes(Int.min...Int.max), [200], []),
            (.codes(200..<200), [], [200]),
            (.codes([]), [], [200]),
        ] as [(Validation, [HTTPStatus], [HTTPStatus])])
    func `A rule accepts its codes and no others`(
        _ validation: Validation, _ right: [HTTPStatus], _ wrong: [HTTPStatus]
    ) {
        for status in right { #expect(code(validation, status) == nil, "\(status)") }
        for status in wrong { #expect(code(validation, status) == .statusCode, "\(status)") }
    }

    @Test func `The error has the answer attached, its body up to a limit`() throws {
        let large = answer(.badGateway, body: Data(count: 2 << 20))
        do {
            try Validation.successCodes.check(large)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.status == .badGateway)
            #expect(error.response?.value.count == 1 << 20)
            #expect(error.request?.url.absoluteString == "http://h/p")
            #expect(
                error.description
                    == "GET http://h/p: the server answered 502 Bad Gateway, which this call does not accept (statusCode)"
            )
        }
    }

    @Test func `A check of one's own sees the answer and its error is underlying`() throws {
        struct Wrong: Error {}
        let validation = Validation.custom { answer in
            if answer.value != Data("body".utf8) { throw Wrong() }
        }
        try validation.check(answer(.notFound))
        do {
            try validation.check(answer(.ok, body: Data("other".utf8)))
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .validation)
            #expect(error.underlying is Wrong)
            #expect(error.response?.value == Data("other".utf8))
        }
    }

    @Test func `A TernError of a check goes through as it is`() throws {
        let validation = Validation.custom { _ in throw TernError("quota", message: "no more") }
        #expect(code(validation, .ok) == "quota")
    }

    @Test func `A streamed answer that is not right is an error with its first bytes`() async throws {
        let exchange = Exchange(answering: .data(Data(count: 2 << 20), status: .notFound))
        let error = await failure { () throws(TernError) in try await exchange.client.stream(Request(at: "http://h/")) }
        #expect(error?.code == .statusCode)
        #expect(error?.response?.value.count == 1 << 20)
    }

    @Test func `A streamed answer meets a check of one's own before its body`() async throws {
        struct Wrong: Error {}
        let exchange = Exchange(answering: .text("body"))
        let refused = await failure { () throws(TernError) in
            try await exchange.client.stream(Request(at: "http://h/"), validation: .custom { _ in throw Wrong() })
        }
        #expect(refused?.code == .validation)
        let passed = try await exchange.client.stream(
            Request(at: "http://h/"), validation: .custom { #expect($0.value.isEmpty) })
        #expect(try await passed.collected().text() == "body")
    }
}
