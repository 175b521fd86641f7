import Foundation
import TernLocks
import TernTesting
import Testing

@testable import TernCore

@Suite struct ClientTests {
    @Test func `The interceptors run in the order that the design names`() async throws {
        let log = Log()
        struct Own: Interceptor {
            let log: Log
            let activity: Activity
            func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
                let headers = request.headers
                log.add("own \(activity.count) \(headers["X-Default"] ?? "-") \(headers[.authorization] ?? "-")")
                let answer = try await next(request)
                log.add("answer \(answer.status.code) from \(answer.url.path)")
                return answer
            }
        }
        var exchange = Exchange(headers: ["X-Default": "1"], pages: ["http://h/a": .redirect(.found, to: "/b")])
        let activity = Activity()
        exchange.client.activity = activity
        exchange.client.credentials = .bearer("t")
        exchange.client.logging = Logging { log.add("log " + $0.prefix { $0 != "," }) }
        exchange.client.interceptors = [Own(log: log, activity: activity)]
        _ = try await exchange.client.send(Request(at: "http://h/a"))
        #expect(
            log.lines == [
                "own 1 1 Bearer t", "log #1 → GET http://h/a", "log #1 ← 302 Found GET http://h/a",
                "log #2 → GET http://h/b", "log #2 ← 200 OK GET http://h/b", "answer 200 from /b",
            ])
    }

    @Test func `A task that is cancelled before the call sends nothing`() async {
        let exchange = Exchange(answering: .status(.ok))
        let client = exchange.client
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let sent = await failure { () throws(TernError) in try await client.send(Request(at: "http://h/")) }
            let streamed = await failure { () throws(TernError) in try await client.stream(Request(at: "http://h/")) }
            return [sent, streamed]
        }
        for error in await call.value {
            #expect(error?.code == .cancelled)
            #expect(error?.request?.url.absoluteString == "http://h/")
        }
        #expect(exchange.recorder.isEmpty)
    }

    @Test func `A foreign error of an interceptor arrives with it as underlying, and a CancellationError as cancelled`()
        async
    {
        struct Broken: Error {}
        struct Throwing: Interceptor {
            let error: any Error
            func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> { throw error }
        }
        let exchange = Exchange(answering: .status(.ok))
        let broken = await failure { () throws(TernError) in
            try await exchange.client.with(Throwing(error: Broken())).send(Request(at: "http://h/"))
        }
        #expect(broken?.code == .interceptor)
        #expect(broken?.underlying is Broken)
        #expect(broken?.request?.url.absoluteString == "http://h/")
        let cancelled = await failure { () throws(TernError) in
            try await exchange.client.with(Throwing(error: CancellationError())).send(Request(at: "http://h/"))
        }
        #expect(cancelled?.code == .cancelled)
        #expect(exchange.recorder.isEmpty)
    }

    @Test func `An interceptor may answer by itself, ask twice, and change the answer`() async throws {
        struct Twice: Interceptor {
            func intercept(_ request: Request, next: Next) async throws -> Response<ResponseBody> {
                if request.url.path == "/cached" {
                    return Response(request: request, status: .ok, value: ResponseBody(Data("kept".utf8)))
                }
                _ = try await next(request)
                var answer = try await next(request)
                answer.body = ResponseBody(Data("changed".utf8))
                return answer
            }
        }
        let exchange = Exchange(answering: .text("hello"))
        let client = exchange.client.with(Twice())
        #expect(try await client.send(Request(at: "http://h/cached")).text() == "kept")
        #expect(exchange.recorder.isEmpty)
        #expect(try await client.send(Request(at: "http://h/")).text() == "changed")
        #expect(exchange.recorder.calls.count == 2)
    }

    @Test(arguments: ["h", "/p", "ftp://h/", "http:///p", "file:///p"])
    func `What is no URL of http is an error before anything is sent`(_ url: String) async {
        let exchange = Exchange(answering: .status(.ok))
        let error = await failure { () throws(TernError) in try await exchange.client.send(Request(at: url)) }
        #expect(error?.code == .invalidURL)
        #expect(exchange.recorder.isEmpty)
    }

    @Test func `Resources, requests and URLs are sent`() async throws {
        let exchange = Exchange { request in .json(#"{"name": "\#(request.url.path)"}"#) }
        let resource = Resource<Moon>(base: "http://h", path: "/r", method: .put, headers: ["X-R": "1"])
        #expect(try await exchange.client.send(resource).name == "/r")
        #expect(exchange.recorder.requests.first?.method == .put)
        #expect(exchange.recorder.requests.first?.headers["X-R"] == "1")
        #expect(try await exchange.client.request(Moons.one, as: Moon.self).name == "/moons/1")
        #expect(try await exchange.client.response(Moons.one, as: Moon.self).status == .ok)
        #expect(try await exchange.client.stream(Moons.one).collected().decode(Moon.self).name == "/moons/1")
        #expect(try await exchange.client.data(from: URL(string: "http://h/d")!) == Data(#"{"name": "/d"}"#.utf8))
    }

    @Test func `The whole call's limit becomes a deadline on the client's clock`() async throws {
        let exchange = Exchange(answering: .status(.ok))
        exchange.clock.advance(by: .seconds(100))
        var request = Request(at: "http://h/")
        request.options.totalTimeout = .seconds(5)
        let answer = try await exchange.client.send(request)
        #expect(answer.request.deadline == answer.request.time.now() + .seconds(5))
        #expect(try await exchange.client.send(Request(at: "http://h/")).request.deadline == nil)
    }

    @Test func `A decoder of the client's is used, and a target's own wins over it`() async throws {
        struct Shouting: ContentDecoder {
            let json = JSONDecoder()
            func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
                try json.decode(
                    type, from: Data(String(decoding: data, as: UTF8.self).replacing("Io", with: "IO!").utf8))
            }
        }
        var exchange = Exchange(answering: .json(#"{"name": "Io"}"#))
        var resource = Resource<Moon>(base: "http://h")
        resource.options.decoder = Shouting()
        #expect(try await exchange.client.send(resource).name == "IO!")
        exchange.client.decoder = Shouting()
        #expect(try await exchange.client.send(Resource<Moon>(base: "http://h")).name == "IO!")
        resource.options.decoder = JSONDecoder()
        #expect(try await exchange.client.send(resource).name == "Io")
    }
}
