import ExampleServer
import Foundation
import Tern
import Users

extension Demo {
    func showUsers(_ server: ExampleServer) async {
        console.heading("Users", "resources as values, pages by the Link header, 200 avatars eight at a time")
        let network = Users.NetworkService(interceptors: [log])
        let base = isLive ? "https://api.github.com/" : "\(server.github)/"
        do throws(TernError) {
            let found = try await network.load(.users("moon", base: base))
            console.table(
                [("Login", .left), ("Id", .right), ("Page", .left)],
                found.items.prefix(5).map { [$0.login, "\($0.id)", $0.htmlUrl.absoluteString] })
            console.success("\(Texts.count(found.totalCount)) users found")
            let users = try await network.users(.users("moon", perPage: 50, base: base), pages: 4)
            console.success(
                "\(users.count) users on 4 pages, from \(users[0].login) to \(users[users.count - 1].login)")
            await showAvatars(of: users, network)
        } catch {
            problem(error.message)
        }
        guard !isLive else { return }
        do throws(TernError) {
            _ = try await network.load(.users("moon", perPage: 1_000, base: base))
            problem("A page of 1,000 was not refused.")
        } catch {
            handled(error.message)
        }
    }

    private func showAvatars(of users: [User], _ network: Users.NetworkService) async {
        let bar = ProgressLine("Avatars", on: console)
        var pictures = 0
        var failures: [TernError] = []
        log.startSumming()
        for await (_, avatar) in network.avatars(of: users) {
            switch avatar {
            case .success: pictures += 1
            case .failure(let error): failures.append(error)
            }
            let done = pictures + failures.count
            bar.update(Double(done) / Double(users.count), "\(done) of \(users.count)")
        }
        bar.finish()
        let sum = log.finishSumming()
        console.success(
            "\(pictures) avatars, \(Texts.bytes(sum.bytes)), over \(sum.newConnections) new connections and those there "
                + "were; the slowest took \(Texts.milliseconds(sum.slowest))")
        if let error = failures.first { problem("\(failures.count) avatars did not come. The first: \(error.message)") }
    }
}
