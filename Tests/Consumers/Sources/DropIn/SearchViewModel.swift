import Combine
import Foundation

// An app's file as it is on a phone: nothing in it knows that it is built on Linux.

struct Repository: Codable, Equatable {
    let name: String
    let stars: Int
}

struct SearchAnswer: Codable {
    let items: [Repository]
}

enum SearchError: Error, Equatable {
    case offline
    case status(Int)
    case unreadable
}

final class SearchViewModel: ObservableObject {
    @Published var text = ""
    @Published private(set) var repositories: [Repository] = []
    @Published private(set) var isLoading = false
    @Published private(set) var title: String?

    let reload = PassthroughSubject<Void, Never>()
    let selected = CurrentValueSubject<Repository?, Never>(nil)

    private var cancellables = Set<AnyCancellable>()
    private let session: URLSession

    init(session: URLSession = .shared, queue: DispatchQueue = .main) {
        self.session = session

        $text
            .debounce(for: .milliseconds(300), scheduler: queue)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .removeDuplicates()
            .filter { $0.count > 2 }
            .combineLatest(reload.prepend(()))
            .map { text, _ in text }
            .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = true })
            .map { [weak self] text -> AnyPublisher<[Repository], Never> in
                guard let self else { return Empty().eraseToAnyPublisher() }
                return self.search(text).replaceError(with: []).eraseToAnyPublisher()
            }
            .switchToLatest()
            .receive(on: queue)
            .sink { [weak self] found in
                self?.repositories = found
                self?.isLoading = false
            }
            .store(in: &cancellables)

        selected
            .compactMap { $0?.name }
            .scan("") { $0.isEmpty ? $1 : $0 + ", " + $1 }
            .map(Optional.some)
            .assign(to: &$title)
    }

    func search(_ text: String) -> AnyPublisher<[Repository], SearchError> {
        var components = URLComponents(string: "https://api.example.com/search")!
        components.queryItems = [URLQueryItem(name: "q", value: text)]
        return session.dataTaskPublisher(for: components.url!)
            .mapError { _ in SearchError.offline }
            .flatMap { data, response -> AnyPublisher<Data, SearchError> in
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                guard status == 200 else { return Fail(error: .status(status)).eraseToAnyPublisher() }
                return Just(data).setFailureType(to: SearchError.self).eraseToAnyPublisher()
            }
            .decode(type: SearchAnswer.self, decoder: JSONDecoder())
            .mapError { $0 as? SearchError ?? .unreadable }
            .map(\.items)
            .retry(2)
            .timeout(.seconds(10), scheduler: DispatchQueue.main, customError: { .offline })
            .eraseToAnyPublisher()
    }

    func refreshEveryMinute() {
        Timer.publish(every: 60, on: .main, in: .common)
            .autoconnect()
            .map { _ in () }
            .merge(with: NotificationCenter.default.publisher(for: Notification.Name("refresh")).map { _ in () })
            .throttle(for: .seconds(1), scheduler: RunLoop.main, latest: true)
            .subscribe(reload)
            .store(in: &cancellables)
    }

    func starsOfTheFirst(_ count: Int) -> AnyPublisher<Int, Never> {
        $repositories
            .flatMap { $0.publisher.prefix(count).map(\.stars).reduce(0, +) }
            .removeDuplicates()
            .share()
            .eraseToAnyPublisher()
    }

    func load(_ text: String) -> Future<Int, SearchError> {
        Future { promise in
            promise(text.isEmpty ? .failure(.unreadable) : .success(text.count))
        }
    }
}

func firstNames(of model: SearchViewModel) async -> [String] {
    var names: [String] = []
    for await repositories in model.$repositories.values.prefix(2) {
        names += repositories.map(\.name)
    }
    return names
}

func numbered(_ names: [String]) -> AnyPublisher<[String], Never> {
    Publishers.Zip(names.publisher, (1...).publisher)
        .map { name, number in "\(number). \(name)" }
        .append("the end")
        .collect()
        .print("names")
        .eraseToAnyPublisher()
}
