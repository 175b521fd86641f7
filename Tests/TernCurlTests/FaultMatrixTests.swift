import TernCore
import Testing
import TestSupport

@testable import TernCurl

@Suite(.timeLimit(.minutes(2))) struct FaultMatrixTests {
    static let curl = TransportUnderTest {
        CurlTransport()
    } isIdle: {
        ($0 as? CurlTransport)?.statistics == .init()
    }

    @Test("Every fault ends in one outcome with its code, and nothing leaks", arguments: FaultMatrix.cells)
    func cell(_ cell: FaultCell) async throws {
        let seen = try await cell.run(over: Self.curl)
        #expect(seen == cell.expected)
    }
}
