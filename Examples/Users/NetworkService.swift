package import Foundation
package import Tern

package struct User: Decodable, Sendable, Equatable {
    package let id: Int
    package let login: String
    package let avatarUrl: URL
    package let htmlUrl: URL
}

package struct Found: Decodable, Sendable {
    package let totalCount: Int
    package let incompleteResults: Bool
    package let items: [User]
}

extension Resource<Found> {
    package static func users(
        _ text: String, page: Int = 1, perPage: Int = 30, base: String = "https://api.github.com/"
    ) -> Resource<Found> {
        Resource(base: base, path: "search/users", params: ["q": text, "page": page, "per_page": perPage])
    }
}

package typealias Picture = (user: User, avatar: Result<Data, TernError>)

/// Loads resources; it was configured once.
package struct NetworkService: Sendable {
    private let client: Client

    package init(interceptors: [any Interceptor] = []) {
        client = Client(
            headers: ["Content-Type": "application/json"],
            decoder: .json { $0.keyDecodingStrategy = .convertFromSnakeCase }, interceptors: interceptors)
    }

    package func load<Value: Decodable & SendableMetatype>(
        _ resource: Resource<Value>
    ) async throws(TernError) -> sending Value {
        try await client.send(resource)
    }

    /// A resource and the pages after it, as far as the server links them.
    package func users(_ first: Resource<Found>, pages limit: Int) async throws(TernError) -> [User] {
        var users: [User] = []
        var next: Resource<Found>? = first
        for _ in 0..<limit {
            guard let page = next else { break }
            let answer = try await client.response(page, as: Found.self)
            users += answer.value.items
            next = answer.link("next").map { Resource(base: $0) }
        }
        return users
    }

    /// The users' avatars, a few at a time, each as soon as it is there. Leaving the loop cancels the rest.
    package func avatars(of users: [User], atOnce: Int = 8) -> AsyncStream<Picture> {
        AsyncStream { continuation in
            let task = Task {
                await withTaskGroup(of: Picture.self) { group in
                    var waiting = users.makeIterator()
                    func addNext() {
                        guard let user = waiting.next() else { return }
                        group.addTask { (user, await avatar(of: user)) }
                    }
                    for _ in 0..<atOnce { addNext() }
                    while let picture = await group.next() {
                        continuation.yield(picture)
                        addNext()
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func avatar(of user: User) async -> Result<Data, TernError> {
        do throws(TernError) {
            return .success(try await client.data(from: user.avatarUrl))
        } catch {
            return .failure(error)
        }
    }
}
