import Foundation
import Tern

enum Studio: TargetType {
    case start(id: Int)

    var baseURL: URL { URL(string: "https://studio.example")! }
    var path: URLPath {
        switch self {
        case .start(let id): "/rooms/\(id)/start"
        }
    }
    var method: HTTPMethod { .post }
    var parameters: Parameters { ["loud": true] }
}

struct Reply: Decodable {
    let room: String
}

enum StudioError: APIFailure {
    case expired
    case common(TernError)

    struct Envelope: Decodable {
        let _s: Int
    }

    init(_ error: TernError) { self = .common(error) }

    init?(_ envelope: Envelope) {
        guard envelope._s == -2 else { return nil }
        self = .expired
    }
}

func start(_ id: Int, at studio: Provider<Studio>) async -> String {
    do {
        return try await studio.failing(as: StudioError.self).request(.start(id: id), as: Reply.self).room
    } catch {
        switch error {
        case .expired: return "expired"
        case .common(let cause): return "\(cause.code)"
        }
    }
}

// Neither a subclass nor Sendable: what a plain model may be.
final class Coin: Decodable {
    var symbol = ""
}

struct LatestCoin: Endpoint {
    typealias Output = Coin

    let baseURL = URL(string: "https://coins.example/api/")!
    let path: URLPath = "latest"
}

actor Prices {
    private let client: Client
    private var latest: Coin?

    init(client: Client) { self.client = client }

    func refresh() async throws(TernError) {
        latest = try await client.send(LatestCoin())
    }

    func top() async throws(TernError) -> [Coin] {
        try await client.send(Resource<[Coin]>(base: "https://coins.example", path: "top", params: ["limit": 10]))
    }
}
