import Foundation
import TernCombine

extension Names {
    static func watching() {
        let events: Publishers.HandleEvents<Source> = source.handleEvents(
            receiveSubscription: { (_: any Subscription) in }, receiveOutput: { (_: Int) in },
            receiveCompletion: { _ in }, receiveCancel: {}, receiveRequest: { (_: Subscribers.Demand) in })
        Publishers.HandleEvents(
            upstream: events.upstream, receiveSubscription: events.receiveSubscription,
            receiveOutput: events.receiveOutput, receiveCompletion: events.receiveCompletion,
            receiveCancel: events.receiveCancel, receiveRequest: events.receiveRequest
        ).receive(subscriber: subscriber())
        let breakpoint: Publishers.Breakpoint<Source> = source.breakpoint(
            receiveSubscription: { _ in false }, receiveOutput: { _ in false }, receiveCompletion: { _ in false })
        let _: Publishers.Breakpoint<Source> = source.breakpointOnError()
        Publishers.Breakpoint(
            upstream: breakpoint.upstream, receiveSubscription: breakpoint.receiveSubscription,
            receiveOutput: breakpoint.receiveOutput, receiveCompletion: breakpoint.receiveCompletion
        ).receive(subscriber: subscriber())
        let print: Publishers.Print<Source> = source.print()
        let _: Publishers.Print<Source> = source.print("prefix", to: print.stream)
        Publishers.Print(upstream: print.upstream, prefix: print.prefix, to: print.stream)
            .receive(subscriber: subscriber())
    }

    static func sharing() {
        let share: Publishers.Share<Source> = source.share()
        let sameShare = Publishers.Share(upstream: share.upstream)
        _ = sameShare == share
        sameShare.receive(subscriber: subscriber())

        let multicast: Publishers.Multicast<Source, PassthroughSubject<Int, Failed>> =
            source.multicast { PassthroughSubject() }
        let _: Publishers.Multicast<Source, CurrentValueSubject<Int, Failed>> =
            source.multicast(subject: CurrentValueSubject(0))
        let same = Publishers.Multicast(upstream: multicast.upstream, createSubject: multicast.createSubject)
        same.connect().cancel()
        same.receive(subscriber: subscriber())

        let connectable: Publishers.MakeConnectable<Just<Int>> = Just(1).makeConnectable()
        Publishers.MakeConnectable(upstream: Just(1)).receive(subscriber: subscriber())
        connectable.connect().cancel()
        let auto: Publishers.Autoconnect<Publishers.MakeConnectable<Just<Int>>> = connectable.autoconnect()
        Publishers.Autoconnect(upstream: auto.upstream).receive(subscriber: subscriber())
    }

    static func buffering() {
        let buffer: Publishers.Buffer<Source> = source.buffer(
            size: 1, prefetch: .byRequest, whenFull: .customError { Failed() })
        let _: [Publishers.BufferingStrategy<Failed>] = [.dropNewest, .dropOldest, .customError { Failed() }]
        var hasher = Hasher()
        Publishers.PrefetchStrategy.keepFull.hash(into: &hasher)
        _ = buffer.prefetch == .keepFull
        Publishers.Buffer(
            upstream: buffer.upstream, size: buffer.size, prefetch: buffer.prefetch, whenFull: buffer.whenFull
        ).receive(subscriber: subscriber())
    }

    static func coding<Coder: TopLevelEncoder & TopLevelDecoder>(
        _ points: PassthroughSubject<Point, Failed>, _ coder: Coder, _ input: Coder.Input
    ) throws {
        let _: Coder.Output = try coder.encode(Point())
        let _: Point = try coder.decode(Point.self, from: input)
        let encode: Publishers.Encode<PassthroughSubject<Point, Failed>, JSONEncoder> =
            points.encode(encoder: JSONEncoder())
        Publishers.Encode(upstream: encode.upstream, encoder: JSONEncoder()).receive(subscriber: subscriber())
        let decode:
            Publishers.Decode<
                Publishers.Encode<PassthroughSubject<Point, Failed>, JSONEncoder>, Point, JSONDecoder
            > = encode.decode(type: Point.self, decoder: JSONDecoder())
        Publishers.Decode<Publishers.Encode<PassthroughSubject<Point, Failed>, JSONEncoder>, Point, JSONDecoder>(
            upstream: decode.upstream, decoder: JSONDecoder()
        ).receive(subscriber: subscriber())
        let _: AnyPublisher<Point, any Error> = points.encode(encoder: PropertyListEncoder())
            .decode(type: Point.self, decoder: PropertyListDecoder()).eraseToAnyPublisher()
        func take<E: TopLevelEncoder, D: TopLevelDecoder>(_: E, _: D) where E.Output == Data, D.Input == Data {}
        take(JSONEncoder(), JSONDecoder())
        take(PropertyListEncoder(), PropertyListDecoder())
    }
}
