import TernCombine

extension Names {
    static func cancellables(_ canceller: some Cancellable) {
        let closure = AnyCancellable {}
        let erased = AnyCancellable(canceller)
        _ = closure == erased
        var hasher = Hasher()
        erased.hash(into: &hasher)
        erased.cancel()
        canceller.cancel()

        var set: Set<AnyCancellable> = []
        var list: [AnyCancellable] = []
        closure.store(in: &set)
        closure.store(in: &list)
        canceller.store(in: &set)
        canceller.store(in: &list)
    }

    static func anyPublisher() {
        let erased: AnyPublisher<Int, Failed> = source.eraseToAnyPublisher()
        let _: String = AnyPublisher(source).description
        erased.receive(subscriber: subscriber())
    }

    static func anySubscriber(_ subject: PassthroughSubject<Int, Failed>) {
        let whole: AnySubscriber<Int, Failed> = AnySubscriber(
            receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none },
            receiveCompletion: { _ in })
        _ = AnySubscriber(whole)
        let ofSubject: AnySubscriber<Int, Failed> = AnySubscriber(subject)
        let _: CombineIdentifier = ofSubject.combineIdentifier
        let _: String = ofSubject.description
        ofSubject.receive(subscription: Subscriptions.empty)
        let _: Subscribers.Demand = ofSubject.receive(1)
        ofSubject.receive(completion: .finished)
    }

    static func protocols(
        subscriber: some Subscriber<Int, Failed>, unit: some Subscriber<Void, Never>,
        connectable: some ConnectablePublisher, publisher: some Publisher<Int, Failed>
    ) {
        let _: CombineIdentifier = subscriber.combineIdentifier
        subscriber.receive(subscription: Subscriptions.empty)
        let _: Subscribers.Demand = subscriber.receive(1)
        let _: Subscribers.Demand = unit.receive()
        subscriber.receive(completion: .failure(Failed()))
        connectable.connect().cancel()
        let _: Publishers.Autoconnect = connectable.autoconnect()
        publisher.receive(subscriber: subscriber)
        publisher.subscribe(subscriber)
        let subscription: any Subscription = Subscriptions.empty
        subscription.request(.max(1))
        _ = Model().combineIdentifier == CombineIdentifier()
    }

    static func subjects(_ subject: some Subject<Int, Failed>, unit: some Subject<Void, Never>) {
        subject.send(1)
        unit.send()
        subject.send(completion: .finished)
        subject.send(subscription: Subscriptions.empty)
        let _: AnyCancellable = source.subscribe(subject)

        let passthrough = PassthroughSubject<Int, Failed>()
        passthrough.send(1)
        passthrough.send(completion: .failure(Failed()))
        passthrough.send(subscription: Subscriptions.empty)
        passthrough.receive(subscriber: subscriber())

        let current = CurrentValueSubject<Int, Failed>(1)
        current.value += 1
        current.send(current.value)
        current.send(completion: .finished)
        current.send(subscription: Subscriptions.empty)
        current.receive(subscriber: subscriber())
    }

    static func subscribers(_ model: Model) throws {
        let sink = Subscribers.Sink<Int, Failed>(receiveCompletion: { _ in }, receiveValue: { _ in })
        let _: (Int) -> Void = sink.receiveValue
        let _: (Subscribers.Completion<Failed>) -> Void = sink.receiveCompletion
        sink.receive(subscription: Subscriptions.empty)
        let _: Subscribers.Demand = sink.receive(1)
        sink.receive(completion: .finished)
        sink.cancel()
        let _: String = sink.description

        let assign = Subscribers.Assign(object: model, keyPath: \.text)
        let _: Model? = assign.object
        let _: ReferenceWritableKeyPath<Model, String> = assign.keyPath
        assign.receive(subscription: Subscriptions.empty)
        let _: Subscribers.Demand = assign.receive("")
        assign.receive(completion: .finished)
        assign.cancel()
        let _: String = assign.description

        let _: AnyCancellable = source.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        let _: AnyCancellable = source.sink { _ in
        } receiveValue: { _ in
        }
        let _: AnyCancellable = Just(1).sink(receiveValue: { _ in })
        let _: AnyCancellable = Just("").assign(to: \.text, on: model)
        Just(1).assign(to: &model.$number)
    }

    static func completion(_ encoder: any Encoder, _ decoder: any Decoder) throws {
        let completion: Subscribers.Completion<Failed> = .failure(Failed())
        switch completion {
        case .finished: break
        case .failure(let error): let _: Failed = error
        }
        _ = completion == .finished
        var hasher = Hasher()
        completion.hash(into: &hasher)
        try completion.encode(to: encoder)
        _ = try Subscribers.Completion<Failed>(from: decoder)
    }
}
