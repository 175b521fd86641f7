import Foundation
import FoundationNetworking
import TernCombine

extension Names {
    static func notifications(_ object: AnyObject) {
        let name = Notification.Name("name")
        let publisher: NotificationCenter.Publisher = NotificationCenter.default.publisher(for: name)
        let _: NotificationCenter.Publisher = NotificationCenter.default.publisher(for: name, object: object)
        _ = NotificationCenter.Publisher(center: publisher.center, name: publisher.name, object: publisher.object)
        let _: AnyCancellable = publisher.compactMap { $0.userInfo?["key"] as? String }.sink { (_: String) in }
    }

    static func timers() {
        let timer: Timer.TimerPublisher = Timer.publish(every: 1, on: .main, in: .common)
        let _: Timer.TimerPublisher = Timer.publish(
            every: 1, tolerance: 0.1, on: .main, in: .default, options: timer.options)
        let _: (TimeInterval, TimeInterval?, RunLoop, RunLoop.Mode) = (
            timer.interval, timer.tolerance, timer.runLoop, timer.mode
        )
        let _: AnyCancellable = timer.autoconnect().sink { (_: Date) in }
    }

    static func tasks(_ url: URL) {
        let publisher: URLSession.DataTaskPublisher = URLSession.shared.dataTaskPublisher(for: url)
        let _: URLSession.DataTaskPublisher = URLSession.shared.dataTaskPublisher(for: URLRequest(url: url))
        _ = URLSession.DataTaskPublisher(request: publisher.request, session: publisher.session)
        let _: AnyPublisher<Point, any Error> = publisher.map(\.data).decode(type: Point.self, decoder: JSONDecoder())
            .eraseToAnyPublisher()
        let _: AnyPublisher<Data, any Error> = publisher.tryMap { data, response in
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
            return data
        }.eraseToAnyPublisher()
        let _: AnyPublisher<Int, URLError> = publisher.map { (element: (data: Data, response: URLResponse)) in
            element.data.count
        }.eraseToAnyPublisher()
    }
}
