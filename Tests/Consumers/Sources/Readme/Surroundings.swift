import Foundation
import Tern

// What the README's samples take for granted. scripts/test-consumers puts the samples themselves into main.swift.

enum Studio: TargetType {
    case start(id: Int)
    var baseURL: URL { URL(string: "https://studio.example.com")! }
    var path: URLPath { "/start" }
}

struct Reply: Decodable { let message: String }
struct Draft: Codable, Sendable { let title: String }

actor Session {
    func token() async throws -> String { "token" }
}

struct Output: Sendable {
    func write(_ chunk: Data) {}
}

let studio = Provider<Studio>()
let session = Session()
let draft = Draft(title: "Moon")
let photo = Data()
let file = Output()
let url = URL(string: "https://api.github.com/feed")!

func show(_ message: String) {}
func showLogin() {}
