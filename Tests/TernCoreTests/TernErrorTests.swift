import Foundation
import Testing

@testable import TernCore

@Suite struct TernErrorTests {
    private struct Foreign: Error, CustomStringConvertible {
        var description: String { "it broke" }
    }

    @Test func `It says which call failed, why, and by which code, and no password`() {
        let request = Request(.post, at: "https://user:secret@h/p?q=1")
        let error = TernError(.connectionLost, request: request, message: "the server went away")
        #expect(error.description == "POST https://h/p?q=1: the server went away (connectionLost)")
        #expect(error.localizedDescription == error.description)
        #expect("\(error)" == error.description)
        #expect(TernError(.closed, message: "closed before").description == "closed before (closed)")
    }

    @Test func `A foreign error becomes one with it as underlying`() {
        let request = Request(at: "http://h/")
        let error = TernError(Foreign(), request: request)
        #expect(error.code == .interceptor)
        #expect(error.underlying is Foreign)
        #expect(error.reason == "it broke")
        #expect(error.message == "GET http://h/: it broke")
        #expect(TernError(Foreign(), request: request, foreign: .transport).code == .transport)
    }

    @Test func `Cancellation is cancelled wherever it comes from`() {
        #expect(TernError(CancellationError(), request: nil).code == .cancelled)
        #expect(TernError(CancellationError(), request: nil, foreign: .transport).code == .cancelled)
    }

    @Test func `One that is Tern's stays as it is and gets the request it lacks`() {
        let inner = TernError(.tls, underlying: Foreign(), message: "no")
        let outer = TernError(inner, request: Request(at: "http://h/a"))
        #expect(outer.code == .tls)
        #expect(outer.underlying is Foreign)
        #expect(outer.request?.url.path == "/a")
        let further = TernError(outer, request: Request(at: "http://h/b"))
        #expect(further.request?.url.path == "/a")
    }

    @Test func `Codes are an open set`() {
        let quota: TernError.Code = "quota"
        #expect(TernError(quota, message: "no more").code == TernError.Code(rawValue: "quota"))
        #expect(quota != .tls)
        #expect("\(quota)" == "quota")
    }

    @Test func `The status is the answer's`() {
        let response = Response(request: Request(at: "http://h/"), status: .conflict, value: Data())
        let error = TernError(.statusCode, response: response, message: "no")
        #expect(error.status == .conflict)
        #expect(error.statusCode == 409)
        #expect(TernError(.tls, message: "no").statusCode == nil)
    }
}
