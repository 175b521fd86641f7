import Foundation

/// What this process holds of the system, for tests that nothing leaks.
package struct ProcessUsage: Sendable, CustomStringConvertible {
    /// Sockets alone: other descriptors, such as timers, come and go with the runtime.
    package let sockets: Int
    package let threads: Int
    package let residentBytes: Int

    /// What it holds now.
    package init() {
        sockets = Self.entries(of: "fd").count { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return target?.hasPrefix("socket:") == true
        }
        threads = Self.entries(of: "task").count
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        residentBytes = (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
    }

    package var description: String {
        "\(sockets) sockets, \(threads) threads, \(residentBytes >> 20) MiB"
    }

    /// Has the allocator hand back what is free, so that resident memory tells what is used; does nothing where it can't.
    package static func returnFreeMemory() {
        #if canImport(Glibc)
            typealias Trim = @convention(c) (Int) -> Int32
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        #endif
    }

    /// How many threads have names that begin so.
    package static func threads(named prefix: String) -> Int {
        entries(of: "task").count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8))?.hasPrefix(prefix) == true
        }
    }

    private static func entries(of folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")) ?? []
    }
}
