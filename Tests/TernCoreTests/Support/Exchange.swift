import Foundation
import TestSupport
import TernCore
import TernTesting

/// A client over a transport that is scripted by a closure, and what went over it.
struct Exchange {
    let recorder = Recorder()
    let clock = VirtualClock()
    var client: Client

    init(
        headers: HTTPHeaders = [:], _ stubbing: Stubbing = .immediate,
        answer: @escaping @Sendable (Request) async throws -> Sample
    ) {
        client = Client(
            transport: recorder.recording(StubTransport(stubbing, answer: answer)), headers: headers, clock: clock)
    }

    /// A server with these pages, which answers 200 with the text `arrived` everywhere else.
    init(headers: HTTPHeaders = [:], pages: [String: Sample]) {
        self.init(headers: headers) { request in
            pages[request.url.absoluteString] ?? .data(Data("arrived".utf8), type: .plainText)
        }
    }

    /// A server that always answers the same.
    init(answering sample: Sample) {
        self.init { _ in sample }
    }

    /// The URLs that were asked for, in order.
    var urls: [String] { recorder.requests.map(\.url.absoluteString) }
}

extension Request {
    init(_ method: HTTPMethod = .get, at url: String, headers: HTTPHeaders = [:], body: RequestBody = .none) {
        // A test's literal, which is a URL.
        self.init(method, URL(string: url)!, headers: headers, body: body)
    }
}

extension Sample {
    static func text(_ text: String, status: HTTPStatus = .ok, headers: HTTPHeaders = [:]) -> Sample {
        .data(Data(text.utf8), type: .plainText, status: status, headers: headers)
    }

    static func redirect(_ status: HTTPStatus, to location: String) -> Sample {
        .status(status, headers: ["Location": location], body: Data("moved".utf8))
    }
}
