package import Foundation

package struct Campaign: Decodable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable { case planned, live, ended }

    package let id: Int
    package let title: String
    package let status: Status
    package let viewers: Int
    package let startsAt: Date
    package let clips: [Int]?
}

package struct Settings: Codable, Sendable, Equatable {
    package var chat = true
    package var slowModeSeconds = 0
    package var greeting: String?

    package init() {}
}
