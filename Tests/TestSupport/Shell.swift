package import Foundation

package struct ShellFailure: Error {
    package let line: String
}

/// Runs a line in /bin/sh without input, and returns its exit code and what it printed.
///
/// Not by Foundation's `Process`: on Linux it copies a whole directory entry where less of one was allocated, and crashes
/// now and then.
package func shell(_ line: String) throws -> (code: Int32, output: Data) {
    guard let stream = popen("exec </dev/null; " + line, "r") else { throw ShellFailure(line: line) }
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&buffer, 1, buffer.count, stream)
        guard count > 0 else { break }
        output.append(contentsOf: buffer[..<count])
    }
    return (pclose(stream) >> 8 & 0xFF, output)
}
