import Foundation
import WireServer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A client which sends what it is told, byte for byte, and reads what comes. It blocks, so it runs on threads of its
/// own; a read that takes more than a minute fails instead of hanging.
final class RawClient {
    enum Failure: Error, Equatable { case cannotConnect, reset, timedOut, brokenPipe }

    private(set) var descriptor: Int32
    private var unread = Data()

    init(port: Int, on address: WireServer.Address = .ipv4, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        descriptor = socket(address == .ipv4 ? AF_INET : AF_INET6, type, 0)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
        var fourth = sockaddr_in()
        fourth.sin_family = sa_family_t(AF_INET)
        fourth.sin_port = in_port_t(port).bigEndian
        fourth.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var sixth = sockaddr_in6()
        sixth.sin6_family = sa_family_t(AF_INET6)
        sixth.sin6_port = in_port_t(port).bigEndian
        sixth.sin6_addr = in6addr_loopback
        let connected = address == .ipv4 ? Self.connect(descriptor, fourth) : Self.connect(descriptor, sixth)
        guard connected else {
            let failure = errno == ECONNRESET ? Failure.reset : Failure.cannotConnect
            close()
            throw failure
        }
    }

    private static func connect<Name>(_ descriptor: Int32, _ name: Name) -> Bool {
        withUnsafeBytes(of: name) { bytes in
            let name = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            #if canImport(Glibc)
                return Glibc.connect(descriptor, name, socklen_t(bytes.count)) == 0
            #else
                return Darwin.connect(descriptor, name, socklen_t(bytes.count)) == 0
            #endif
        }
    }

    deinit { close() }

    func close() {
        guard descriptor >= 0 else { return }
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
        descriptor = -1
    }

    /// Closes with RST.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func shutDownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ text: String) throws { try send(Data(text.utf8)) }

    func send(_ data: Data) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                #else
                    Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
                #endif
            }
            guard count > 0 else { throw errno == ECONNRESET ? Failure.reset : Failure.brokenPipe }
            rest = rest.dropFirst(count)
        }
    }

    /// The next bytes; empty at FIN.
    func receive(upTo limit: Int = 1 << 16) throws -> Data {
        if !unread.isEmpty {
            defer { unread = Data(unread.dropFirst(limit)) }
            return Data(unread.prefix(limit))
        }
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            let count = recv(descriptor, &buffer, limit, 0)
            if count >= 0 { return Data(buffer.prefix(count)) }
            switch errno {
            case EINTR: continue
            case EAGAIN: throw Failure.timedOut
            default: throw Failure.reset
            }
        }
    }

    /// Everything up to FIN.
    func receiveToEnd() throws -> String {
        var all = Data()
        while true {
            let piece = try receive()
            if piece.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += piece
        }
    }

    /// Everything up to and with `mark`; what comes after stays for the next read. At FIN, what there was.
    func receive(through mark: String) throws -> String {
        var all = Data()
        while true {
            if let end = all.range(of: Data(mark.utf8))?.upperBound {
                unread = Data(all[end...]) + unread
                return String(decoding: all[..<end], as: UTF8.self)
            }
            let piece = try receive()
            if piece.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += piece
        }
    }

    /// Reads to FIN and counts.
    func drain() throws -> Int {
        var count = unread.count
        unread = Data()
        while true {
            let piece = try receive(upTo: 1 << 18)
            if piece.isEmpty { return count }
            count += piece.count
        }
    }

    func receive(exactly count: Int) throws -> String {
        var all = Data()
        while all.count < count {
            let piece = try receive(upTo: count - all.count)
            if piece.isEmpty { break }
            all += piece
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// Reads an answer whose body has a Content-Length, which may be zero.
    func receiveAnswer() throws -> (head: String, body: String) {
        let head = try receive(through: "\r\n\r\n")
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
            .flatMap { Int($0.dropFirst(16)) }
        return (head, try receive(exactly: length ?? 0))
    }
}

/// Runs blocking work on a thread of its own, so that the cooperative pool stays free.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let outcome = Outcome<Value>()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        Thread.detachNewThread {
            outcome.set(Result { try work() })
            continuation.resume()
        }
    }
    return try outcome.get().get()
}

private final class Outcome<Value: Sendable>: @unchecked Sendable {  // the lock guards `result`
    private let lock = NSLock()
    private var result: Result<Value, any Error>?

    func set(_ result: Result<Value, any Error>) { lock.withLock { self.result = result } }

    func get() throws -> Result<Value, any Error> {
        guard let result = lock.withLock({ result }) else { throw RawClient.Failure.timedOut }
        return result
    }
}
