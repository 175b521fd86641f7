import Foundation
import TernTesting
import Testing

@testable import TernCore

@Suite struct APIFailureTests {
    enum StudioError: APIFailure, Equatable {
        case expired, other(code: Int), common(TernError.Code, Int?)

        struct Envelope: Decodable {
            let _s: Int?
        }

        init(_ error: TernError) { self = .common(error.code, error.statusCode) }

        init?(_ envelope: Envelope) {
            switch envelope._s {
            case -2: self = .expired
            case .some(let code) where code < 0: self = .other(code: code)
            default: return nil
            }
        }
    }

    struct Reply: Decodable, Equatable {
        let value: Int
    }

    private func outcome<T: Decodable & SendableMetatype & Sendable>(
        _ body: String, as type: T.Type, at keyPath: String? = nil, status: HTTPStatus = .ok
    ) async -> Result<T, StudioError> {
        let client = Exchange(answering: .json(body, status: status)).client.failing(as: StudioError.self)
        do {
            return .success(try await client.request(Moons.one, as: type, at: keyPath))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        arguments: [
            (#"{"_s": -2}"#, .failure(.expired)),
            (#"{"_s": -2, "value": 5}"#, .failure(.expired)),
            (#"{"_s": -7, "value": "wrong"}"#, .failure(.other(code: -7))),
            (#"{"_s": 0, "value": 5}"#, .success(Reply(value: 5))),
            (#"{"value": 5}"#, .success(Reply(value: 5))),
            (#"{"_s": null, "value": 5}"#, .success(Reply(value: 5))),
            (#"{"_s": "text", "value": 5}"#, .success(Reply(value: 5))),
            (#"{"_s": 0}"#, .failure(.common(.decoding, 200))),
            ("[]", .failure(.common(.decoding, 200))),
            ("<html>", .failure(.common(.decoding, 200))),
            ("", .failure(.common(.decoding, 200))),
        ] as [(String, Result<Reply, StudioError>)])
    func `A known code of the server's wins over the payload`(_ body: String, _ result: Result<Reply, StudioError>)
        async
    {
        #expect(await outcome(body, as: Reply.self) == result)
    }

    @Test func `An answer that is no object has no envelope`() async {
        #expect(await outcome("[{\"value\": 1}]", as: [Reply].self) == .success([Reply(value: 1)]))
        #expect(await outcome("5", as: Int.self) == .success(5))
        #expect(await outcome("null", as: Reply?.self) == .success(nil))
    }

    @Test func `The envelope is looked for where the value needs no decoder`() async {
        #expect(await outcome(#"{"_s": -2}"#, as: NoContent.self) == .failure(.expired))
        #expect(await outcome(#"{"_s": -2}"#, as: Data.self) == .failure(.expired))
        #expect(await outcome(#"{"_s": -2}"#, as: String.self) == .failure(.expired))
        #expect(await outcome(#"{"_s": -2}"#, as: String?.self) == .failure(.expired))
        #expect(await outcome("<html>", as: String.self) == .success("<html>"))
        #expect(await outcome("<html>", as: NoContent.self) == .success(NoContent()))
        #expect(await outcome("", as: Reply?.self) == .success(nil))
        #expect(await outcome("", as: NoContent.self) == .success(NoContent()))
    }

    @Test func `The envelope lies at the top while the value lies at its key path`() async {
        #expect(
            await outcome(#"{"_s": 0, "data": {"reply": {"value": 5}}}"#, as: Reply.self, at: "data.reply")
                == .success(Reply(value: 5)))
        #expect(await outcome(#"{"_s": -2}"#, as: Reply.self, at: "data.reply") == .failure(.expired))
        #expect(
            await outcome(#"{"data": {"reply": {"_s": -2, "value": 5}}}"#, as: Reply.self, at: "data.reply")
                == .success(Reply(value: 5)))
        #expect(
            await outcome(#"{"_s": -2, "data": {"name": "Io"}}"#, as: String.self, at: "data.name")
                == .failure(.expired))
    }

    @Test func `A status that is not right fails before the envelope is read, with the answer attached`() async {
        #expect(await outcome(#"{"_s": -2}"#, as: Reply.self, status: .notFound) == .failure(.common(.statusCode, 404)))
    }

    @Test func `An app's error without an envelope needs one initializer`() async throws {
        struct Plain: APIFailure {
            let error: TernError
            init(_ error: TernError) { self.error = error }
        }
        let good = Exchange(answering: .json(#"{"value": 5}"#)).client.failing(as: Plain.self)
        #expect(try await good.request(Moons.one, as: Reply.self).value == 5)
        let bad = Exchange(answering: .status(.notFound)).client.failing(as: Plain.self)
        do {
            _ = try await bad.send(Resource<Reply>(base: "http://h"))
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.error.code == .statusCode)
        }
    }

    @Test func `Value and envelope are read in one pass`() async throws {
        final class Counting: ContentDecoder {
            let log = Log()
            func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
                log.add("decode")
                return try JSONDecoder().decode(type, from: data)
            }
        }
        let decoder = Counting()
        var client = Exchange(answering: .json(#"{"_s": 0, "value": 5}"#)).client
        client.decoder = decoder
        #expect(try await client.failing(as: StudioError.self).request(Moons.one, as: Reply.self).value == 5)
        #expect(decoder.log.lines == ["decode"])
    }

    @Test func `What fails on the way is the app's error too`() async {
        let client = Exchange(answering: .failure(TernError(.tls, message: "no"))).client.failing(as: StudioError.self)
        do {
            _ = try await client.request(Moons.one, as: Reply.self)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == .common(.tls, nil))
        }
    }
}
