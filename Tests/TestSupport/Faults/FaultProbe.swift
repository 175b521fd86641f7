package import TernTesting

/// How far a call's answer has come, as the caller sees it; the server and the request's stream wait for it.
package final class FaultProbe: Sendable {
    /// The head was handed over.
    package let head = Gate()
    /// The first four bytes of the body were.
    package let partOfBody = Gate()
    /// The ten bytes that are all of it were.
    package let wholeBody = Gate()

    func note(received count: Int) {
        if count >= 4 { partOfBody.open() }
        if count >= 10 { wholeBody.open() }
    }
}
