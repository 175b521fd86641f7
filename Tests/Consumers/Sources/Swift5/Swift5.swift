import Foundation
import Tern

enum GitHub: TargetType {
    case searchUsers(String, page: Int?)
    case repositories(user: String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: URLPath {
        switch self {
        case .searchUsers: return "/search/users"
        case .repositories(let user): return "/users/\(user)/repos"
        }
    }

    var parameters: Parameters {
        switch self {
        case .searchUsers(let text, let page): return ["q": text, "page": page, "tags": ["a", "b"], "strict": true]
        case .repositories: return .none
        }
    }
}

struct UserSearch: Decodable {
    let total: Int
}

// As an app of the older kind has it: a class without Sendable, told by a closure.
class Repository: Decodable {
    var name = ""
}

func search() async throws -> Int {
    let github = Provider<GitHub>()
    let found = try await github.request(.searchUsers("moon", page: nil), as: UserSearch.self)
    return found.total
}

func repositories(of user: String) async -> [Repository] {
    do {
        return try await Provider<GitHub>().request(.repositories(user: user))
    } catch {
        let code: TernError.Code = error.code
        print(code, error)
        return []
    }
}

@discardableResult
func searchWithoutAsync(then show: @escaping @Sendable (String) -> Void) -> RunningCall {
    Provider<GitHub>().request(.searchUsers("moon", page: 1), as: UserSearch.self) { result in
        switch result {
        case .success(let found): show("\(found.total) users")
        case .failure(let error): show("\(error)")
        }
    }
}
