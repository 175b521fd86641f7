import Foundation

#if Curl && os(Linux)
    import CRawCurl
#endif

/// One measurement in a process of its own, so that memory and time are its alone. It prints one JSON value;
/// scripts/bench starts it and makes tables of many.
///
///     TernBench peers                              who can be measured
///     TernBench load PEER URL LENGTH CALLERS SECONDS
///     TernBench request ROUNDS
///     TernBench stream URL
@main
struct TernBench {
    static func main() async {
        do {
            print(try await run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            FileHandle.standardError.write(Data("TernBench: \(error)\n".utf8))
            exit(1)
        }
    }

    #if Curl && os(Linux)
        private static func run(_ arguments: [String]) async throws -> String {
            var arguments = arguments[...]
            func next<Value>(_ read: (String) -> Value?) throws -> Value {
                guard let value = arguments.popFirst().flatMap(read) else { throw Failure("see scripts/bench --help") }
                return value
            }
            switch try next({ $0 }) {
            case "peers":
                let names = Peer.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                return "{\"peers\": [\(names)], \"libcurl\": \"\(String(cString: raw_curl_version()))\"}"
            case "load":
                let peer = try next(Peer.init)
                let load = Load(
                    url: try next { URL(string: $0) }, bodyLength: try next { Int($0) },
                    concurrency: try next { Int($0) }, seconds: try next { Double($0) })
                return try await load.measure(peer)
            case "request": return try measureBuilding(rounds: try next { Int($0) })
            case "stream": return try await measureStreaming(try next { URL(string: $0) })
            case let other: throw Failure("there is no \(other): see scripts/bench --help")
            }
        }
    #else
        private static func run(_ arguments: [String]) async throws -> String {
            throw Failure("the benchmarks need Linux, and the trait Curl")
        }
    #endif
}
