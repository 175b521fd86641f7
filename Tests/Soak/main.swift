import Foundation

/// The value after an option of the command line.
func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: option).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

do {
    if CommandLine.arguments.contains("--plain") {
        var soak = PlainSoak()
        soak.count = value(of: "--count").flatMap { Int($0) } ?? soak.count
        print(try await soak.run())
    } else {
        var soak = Soak()
        soak.count = value(of: "--count").flatMap { Int($0) } ?? soak.count
        soak.seed = value(of: "--seed").flatMap { UInt64($0) } ?? soak.seed
        print(try await soak.run())
    }
} catch {
    FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
    exit(1)
}
