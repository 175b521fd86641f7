import Foundation
import TernCore
import TernLocks
import TernTesting

extension FaultCell {
    /// Makes the call, and the next one after it, and waits until nothing of them is left.
    package func run(over subject: TransportUnderTest) async throws -> Observation {
        let server = try await WireServer.start { _ in .text("next") }
        let probe = FaultProbe()
        server.enqueue(row.reply(probe))
        let transport = subject.make()
        let clock = VirtualClock()
        let client = Client(transport: transport, clock: clock)
        let request = request(to: server.url, probe)

        var seen = try await withThrowingTaskGroup(of: Observation?.self) { group in
            if let standstill = row.standstill {
                group.addTask {
                    try await wait(for: standstill, at: server, probe)
                    while !Task.isCancelled {
                        await clock.waitForSleepers(count: 1)
                        clock.advance(by: .seconds(60))
                    }
                    return nil
                }
            }
            group.addTask { await outcome(of: request, client, probe) }
            while let next = try await group.next() {
                guard let seen = next else { continue }
                group.cancelAll()
                return seen
            }
            throw CancellationError()
        }
        while !subject.isIdle(transport) { await Task.yield() }
        // A call that ended early may have left it behind, for the next one to take.
        server.dropEnqueued()

        if row.bytesBeforeNext > 0 { try await server.waitUntilSent(row.bytesBeforeNext, connection: 0) }
        // What was sent whole may still lie in the system's buffers.
        if row.arrivals == 1 { try await server.waitForRequests(1) }
        let connections = server.connectionCount
        let whole = server.requests.filter(\.isComplete)
        seen.arrivals = row.arrivals.map { _ in whole.count }
        guard whole.count <= 1 else { throw Strange("the request arrived \(whole.count) times") }
        seen.next = row.next
        if row.next != .unknown {
            let next = try await client.send(Request(.get, server.url))
            guard next.value == Data("next".utf8) else { throw Strange("the next call got \(next.value)") }
            let isSame = server.requests.last?.connection == 0
            if row.next != .anyConnection { seen.next = isSame ? .sameConnection : .freshConnection }
        }
        guard connections == 1 else { throw Strange("the call took \(connections) connections") }
        return seen
    }

    private struct Strange: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func outcome(of request: Request, _ client: Client, _ probe: FaultProbe) async -> Observation {
        var seen = Observation(code: nil, status: nil, body: .nothing, arrivals: nil, next: row.next)
        var bytes = Data()
        do {
            switch delivery {
            case .collected:
                let answer = try await client.send(request, validation: .none)
                seen.status = answer.status
                bytes = answer.value
            case .streamed:
                let answer = try await client.stream(request, validation: .none)
                seen.status = answer.status
                probe.head.open()
                for try await chunk in answer.body {
                    bytes.append(chunk)
                    probe.note(received: bytes.count)
                }
            }
        } catch {
            seen.code = error.code == row.codeBeforeConnected ? row.code : error.code
        }
        let text = String(decoding: bytes, as: UTF8.self)
        switch row.body {
        case .atMost(let limit) where delivery == .streamed && limit.hasPrefix(text): seen.body = row.body
        default: seen.body = text.isEmpty ? .nothing : .whole(text)
        }
        return seen
    }

    private func wait(for standstill: FaultRow.Standstill, at server: WireServer, _ probe: FaultProbe) async throws {
        switch standstill {
        case .connected: try await server.waitForConnections(1)
        case .requestArrives: try await server.waitForRequests(1, .head)
        case .requested: try await server.waitForRequests(1)
        case .sent(let count): try await server.waitUntilSent(count, connection: 0)
        case .headDelivered:
            try await server.waitUntilSent(20, connection: 0)
            if delivery == .streamed { await probe.head.wait() }
        case .bodyBegun: await probe.partOfBody.wait()
        }
    }

    // MARK: What is sent

    private func request(to url: URL, _ probe: FaultProbe) -> Request {
        let options = RequestOptions { $0.onProgress = { probe.note(received: Int($0.bytesReceived)) } }
        return Request(sending == .get ? .get : .post, url, body: body(probe), options: options)
    }

    private func body(_ probe: FaultProbe) -> RequestBody {
        switch (sending, row.upload) {
        case (.get, _): .none
        // Above what is copied with the head, below what two systems buffer.
        case (.post, .short): RequestBody(Data(repeating: 0x61, count: 100_000))
        case (.post, _): RequestBody(Data(count: 16 << 20))
        case (.oneShot, .short): oneShot("one", "two", "three")
        case (.oneShot, .long): RequestBody(streaming: AsyncStream { Data(repeating: 0x61, count: 64 << 10) })
        case (.oneShot, .paused):
            RequestBody(streaming: Self.upload(until: probe.wholeBody))
        }
    }

    /// A stream with something to send before and after the answer.
    private static func upload(until answered: Gate) -> AsyncStream<Data> {
        let count = Locked(0)
        return AsyncStream {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 2 { await answered.wait() }
            return number <= 2 ? Data(repeating: 0x61, count: 1000) : nil
        }
    }
}
