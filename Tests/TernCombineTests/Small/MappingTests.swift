import TernCombine
import Testing

@Suite struct CombineSmallMappingTests {
    struct Point {
        var x = 1
        var y = 2
        var z = 3
    }

    // MARK: scan

    @Test func `scan publishes each result and hands upstream's subscription through`() {
        let rig = Small.Rig<Int, Int, Small.Oops>(demand: .unlimited, reply: .max(4)) { $0.scan(0) { $0 + $1 * 2 } }
        #expect([2, 3].map { rig.source.send($0) } == [.max(4), .max(4)])
        rig.source.send(.finished)
        rig.source.send(4)
        #expect(rig.downstream.log == ["subscription Upstream", "4", "10", "finished", "18"])
        #expect("\(rig.inner)" == "Scan")
        #expect(rig.mirror.keys.sorted() == ["downstream", "result"] && rig.mirror["result"] == "18")
    }

    @Test func `tryScan ends with what is thrown, having cancelled upstream`() {
        let rig = Small.Rig<Int, Int, any Error>(demand: .unlimited, reply: .max(3)) {
            $0.tryScan(0) { _, value in
                if value == 100 { throw Small.Oops.oops }
                return value * 2
            }
        }
        rig.downstream.onCompletion = { #expect(rig.upstream.log == ["request unlimited", "cancel"]) }
        #expect([2, 100, 9, 100].map { rig.source.send($0) } == [.max(3), .none, .max(3), .none])
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription TryScan", "4", "failed oops", "18"])
        #expect(rig.mirror.keys.sorted() == ["downstream", "result", "status"])
    }

    @Test func `tryScan passes one end, and none after a cancellation`() {
        let rig = Small.Rig<Int, Int, any Error> { $0.tryScan(0) { $0 + $1 } }
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription TryScan"])
        #expect(rig.upstream.log == ["cancel"])
    }

    // MARK: errors

    @Test func `mapError changes the error only`() {
        let rig = Small.Rig<Int, Int, Mapped>(demand: .max(1), reply: .max(2)) {
            $0.mapError { Mapped(inner: "\($0)") }
        }
        #expect(rig.source.send(1) == .max(2))
        rig.source.send(.failure(.oops))
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription Upstream", "1", "failed mapped oops", "finished"])
        #expect("\(rig.inner)" == "MapError" && rig.mirror.isEmpty)
    }

    struct Mapped: Error, CustomStringConvertible {
        var inner: String
        var description: String { "mapped \(inner)" }
    }

    @Test func `setFailureType passes everything on, and the last type counts`() {
        let source = Small.Source<Int, Never>(Small.Upstream())
        let publisher = source.setFailureType(to: Small.Oops.self).setFailureType(to: Mapped.self)
        #expect(type(of: publisher) == Publishers.SetFailureType<Small.Source<Int, Never>, Mapped>.self)
        let downstream = Small.Downstream<Int, Mapped>(.max(1), reply: .max(2))
        publisher.subscribe(downstream)
        #expect(source.send(1) == .max(2))
        source.send(.finished)
        #expect(downstream.log == ["subscription Upstream", "1", "finished"])
        #expect(source.subscriber.map { "\($0)" } == "SetFailureType")
    }

    // MARK: key paths

    @Test func `map publishes one, two or three properties`() {
        let one = Small.Rig<Point, Int, Small.Oops>(reply: .max(7)) { $0.map(\.x) }
        let two = Small.Rig<Point, (Int, Int), Small.Oops> { $0.map(\.x, \.y) }
        let three = Small.Rig<Point, (Int, Int, Int), Small.Oops> { $0.map(\.x, \.y, \.z) }
        #expect(one.source.send(Point()) == .max(7))
        two.source.send(Point())
        three.source.send(Point())
        #expect(
            one.downstream.log + two.downstream.log + three.downstream.log == [
                "subscription Upstream", "1", "subscription Upstream", "(1, 2)", "subscription Upstream", "(1, 2, 3)",
            ])
        #expect("\(one.inner) \(two.inner) \(three.inner)" == "ValueForKey ValueForKeys ValueForKeys")
        #expect(one.mirror.keys.sorted() == ["keyPath"])
        #expect(three.mirror.keys.sorted() == ["keyPath0", "keyPath1", "keyPath2"])
    }

    // MARK: coders

    struct Coder: TopLevelEncoder, TopLevelDecoder {
        func encode<T: Encodable>(_ value: T) throws -> String {
            if "\(value)" == "-1" { throw Small.Oops.oops }
            return "<\(value)>"
        }

        func decode<T: Decodable>(_ type: T.Type, from: String) throws -> T {
            guard let value = Int(from) as? T else { throw Small.Oops.oops }
            return value
        }
    }

    @Test func `encode and decode end with what their coder throws, having cancelled upstream`() {
        let encode = Small.Rig<Int, String, any Error>(demand: .max(37), reply: .max(2)) { $0.encode(encoder: Coder()) }
        encode.upstream.onCancel = { encode.downstream.subscription?.request(.max(42)) }
        #expect([1, -1, 2].map { encode.source.send($0) } == [.max(2), .none, .none])
        encode.source.send(.finished)
        #expect(encode.downstream.log == ["subscription Encode", "<1>", "failed oops"])
        #expect(encode.upstream.log == ["request max(37)", "cancel"])

        let decode = Small.Rig<String, Int, any Error>(late: true) { $0.decode(type: Int.self, decoder: Coder()) }
        decode.source.send("1")
        decode.source.send("one")
        decode.inner.receive(subscription: decode.upstream)
        #expect(decode.downstream.log == ["1", "failed oops"])
        #expect(decode.upstream.log == ["cancel"])
    }

    @Test func `encode looks like Apple's, is cancelled once and silent afterwards`() {
        let rig = Small.Rig<Int, String, any Error> { $0.encode(encoder: Coder()) }
        #expect("\(rig.inner)" == "Encode")
        #expect(rig.mirror.keys.sorted() == ["downstream", "finished", "upstreamSubscription"])
        #expect(rig.mirror["finished"] == "false")
        rig.upstream.onCancel = { rig.downstream.subscription?.cancel() }
        #expect(Small.secondSubscriptions(of: rig) == [["cancel"], ["cancel"]])
        #expect(rig.source.send(1) == .none)
        rig.source.send(.finished)
        #expect(rig.downstream.log == ["subscription Encode"])
        #expect(rig.upstream.log == ["cancel"])
    }
}
