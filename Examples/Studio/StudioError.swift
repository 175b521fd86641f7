package import Tern

/// Everything that can go wrong in the studio, as its screens tell it apart.
package enum StudioError: APIFailure {
    case expired
    case noPermission(String)
    case closed
    case decoding(TernError)
    case common(TernError)

    package struct Envelope: Decodable {
        let _s: Int?
        let message: String?
    }

    package init?(_ envelope: Envelope) {
        switch envelope._s {
        case -2: self = .expired
        case -11: self = .noPermission(envelope.message ?? "")
        case -301: self = .closed
        default: return nil
        }
    }

    package init(_ error: TernError) {
        self = error.code == .decoding ? .decoding(error) : .common(error)
    }
}
