import TernCombine

extension Names {
    static func empty() {
        let plain: Empty<Int, Failed> = Empty()
        let stated = Empty(completeImmediately: false, outputType: Int.self, failureType: Failed.self)
        let _: Bool = stated.completeImmediately
        _ = Empty<Int, Failed>(completeImmediately: true) == plain
        stated.receive(subscriber: subscriber())
    }

    static func fail() {
        let plain: Fail<Int, Failed> = Fail(error: Failed())
        let stated = Fail(outputType: Int.self, failure: Failed())
        let _: Failed = stated.error
        _ = plain == stated
        plain.receive(subscriber: subscriber())
    }

    static func deferred() {
        let deferred: Deferred<Source> = Deferred { source }
        _ = Deferred(createPublisher: deferred.createPublisher)
        deferred.receive(subscriber: subscriber())
    }

    static func future() async throws {
        let fails = Future<Int, Failed> { promise in promise(.success(1)) }
        let never = Future<Int, Never> { (promise: @escaping Future<Int, Never>.Promise) in promise(.success(1)) }
        fails.receive(subscriber: subscriber())
        let _: Int = try await fails.value
        let _: Int = await never.value
    }

    static func record(_ encoder: any Encoder, _ decoder: any Decoder) throws {
        var recording = Record<Int, Failed>.Recording()
        recording.receive(1)
        recording.receive(completion: .finished)
        let _: [Int] = recording.output
        let _: Subscribers.Completion<Failed> = recording.completion
        recording = Record.Recording(output: [1], completion: .finished)
        try recording.encode(to: encoder)
        try recording.encode(into: encoder)
        recording = try Record.Recording(from: decoder)

        var record = Record<Int, Failed> { recording in
            recording.receive(1)
            recording.receive(completion: .failure(Failed()))
        }
        record = Record(record: { $0.receive(completion: .finished) })
        record = Record(recording: recording)
        record = Record(output: [1, 2], completion: .finished)
        let _: Record<Int, Failed>.Recording = record.recording
        try record.encode(to: encoder)
        _ = try Record<Int, Failed>(from: decoder)
        record.receive(subscriber: subscriber())
    }

    static func values() async throws {
        let values: AsyncPublisher<Just<Int>> = Just(1).values
        _ = AsyncPublisher(Just(1))
        for await value in values {
            let _: Int = value
        }
        var iterator: AsyncPublisher<Just<Int>>.Iterator = values.makeAsyncIterator()
        let _: Int? = await iterator.next()

        let throwing: AsyncThrowingPublisher<Source> = source.values
        _ = AsyncThrowingPublisher(source)
        for try await value in throwing {
            let _: Int = value
        }
        var throwingIterator: AsyncThrowingPublisher<Source>.Iterator = throwing.makeAsyncIterator()
        let _: Int? = try await throwingIterator.next()
    }

    static func published(_ model: Model, observable: some ObservableObject) {
        let _: ObservableObjectPublisher = model.objectWillChange
        let _: AnyCancellable = observable.objectWillChange.sink { _ in }
        let publisher = ObservableObjectPublisher()
        publisher.send()
        publisher.receive(subscriber: subscriber())

        var wrapper = Published(initialValue: 1)
        wrapper = Published(wrappedValue: 1)
        let projected: Published<Int>.Publisher = wrapper.projectedValue
        wrapper.projectedValue = projected
        projected.receive(subscriber: subscriber())
        let _: AnyCancellable = model.$number.sink { (number: Int) in model.text = "\(number)" }
        model.number += 1
    }
}

/// What the compiler makes of `@Published var`, by hand; Apple's subscript is public for it.
final class HandPublished: ObservableObject {
    var storage = Published(wrappedValue: 1)

    var value: Int {
        get { Published[_enclosingInstance: self, wrapped: \.value, storage: \.storage] }
        set { Published[_enclosingInstance: self, wrapped: \.value, storage: \.storage] = newValue }
    }
}
