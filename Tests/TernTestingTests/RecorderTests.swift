import Foundation
import TernCore
import TernTesting
import Testing

@Suite struct RecorderTests {
    private let recorder = Recorder()
    private let url = URL(string: "http://h/a")!

    @Test func `Around a transport it sees each hop, as an interceptor each call`() async throws {
        let outside = Recorder()
        let transport = StubTransport { request in
            request.url.path == "/a" ? .status(.found, headers: ["Location": "/b"]) : .json("{}")
        }
        let client = Client(transport: recorder.recording(transport)).with(outside)
        #expect(recorder.isEmpty)
        _ = try await client.data(from: url)
        #expect(recorder.requests.map(\.url.path) == ["/a", "/b"])
        #expect(
            recorder.events == [
                .sent(call: 0), .answered(call: 0, .found), .sent(call: 1), .answered(call: 1, .ok),
            ])
        #expect(outside.requests.map(\.url.path) == ["/a"])
        #expect(outside.calls.first?.response?.url.path == "/b")
        #expect(outside.calls.first?.response?.value == Data("{}".utf8))
    }

    @Test func `A failed call has its error`() async throws {
        struct Torn: Error {}
        let client = Client(transport: recorder.recording(StubTransport(answering: .failure(Torn()))))
        await #expect(throws: TernError.self) { try await client.data(from: url) }
        let call = try #require(recorder.calls.first)
        #expect(call.error?.code == .transport)
        #expect(call.error?.underlying is Torn)
        #expect(call.response == nil)
        #expect(!call.isRunning)
        #expect(recorder.events == [.sent(call: 0), .failed(call: 0, .transport)])
    }

    @Test func `A streamed body is left to its reader`() async throws {
        let client = Client(transport: recorder.recording(StubTransport(answering: .json("{}"))))
        let answer = try await client.stream(Request(.get, url))
        #expect(recorder.calls.first?.response?.status == .ok)
        #expect(recorder.calls.first?.response?.value == .some(nil))
        #expect(try await answer.collected().value == Data("{}".utf8))
    }

    @Test func `Calls can be waited for, and show that they run`() async throws {
        let clock = VirtualClock()
        let client = Client(
            transport: recorder.recording(StubTransport(.after(.seconds(1)), answering: .json("{}"))), clock: clock)
        async let first = client.data(from: url)
        async let second = client.data(from: url)
        await recorder.waitForCalls(count: 2)
        #expect(recorder.calls.map(\.isRunning) == [true, true])
        await clock.waitForSleepers(count: 2)
        clock.run()
        _ = try await (first, second)
        #expect(recorder.calls.map(\.isRunning) == [false, false])
    }

    @Test func `Waiting for calls ends with its task`() async {
        let waiter = Task { [recorder] in await recorder.waitForCalls(count: 1) }
        waiter.cancel()
        await waiter.value
        #expect(recorder.isEmpty)
    }
}
