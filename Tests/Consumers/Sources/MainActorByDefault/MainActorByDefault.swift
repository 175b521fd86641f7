import Foundation
import Tern

enum Users: TargetType {
    case page(Int)

    var baseURL: URL { URL(string: "https://users.example")! }
    var path: URLPath { "/users" }
    var parameters: Parameters {
        switch self {
        case .page(let page): ["page": page]
        }
    }
}

nonisolated struct User: Decodable {
    let name: String
}

final class UserList {
    private let provider = Provider<Users>()
    private var call: RunningCall?
    private(set) var names: [String] = []
    private(set) var message: String?

    func load() async {
        do {
            let users: [User] = try await provider.request(.page(1), at: "data.items")
            names = users.map(\.name)
        } catch {
            message = "\(error)"
        }
    }

    func loadWithoutAsync() {
        call = provider.request(.page(1), as: [User].self) { result in
            let names = (try? result.get())?.map(\.name)
            Task { @MainActor in self.names = names ?? [] }
        }
    }

    func stop() { call?.cancel() }
}
