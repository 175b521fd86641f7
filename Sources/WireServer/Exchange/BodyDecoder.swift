import Foundation

/// Reads a request's body, sized or chunked, from pieces of any size. Pure: it owns no socket.
struct BodyDecoder {
    private enum State {
        case sized(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailers
        case complete
    }

    private static let longestLine = 64 << 10

    private var state: State
    private var line: [UInt8] = []
    private let kept: Int

    /// The body so far, cut at the number of bytes that are kept.
    private(set) var body = Data()
    private(set) var length = 0
    private(set) var chunkSizes: [Int]?
    private(set) var trailers = HeaderFields()

    init(_ framing: RequestHead.Framing, keeping kept: Int) {
        self.kept = kept
        switch framing {
        case .sized(let count): state = count == 0 ? .complete : .sized(left: count)
        case .chunked:
            state = .chunkSize
            chunkSizes = []
        }
    }

    var isComplete: Bool {
        if case .complete = state { true } else { false }
    }

    /// Takes what belongs to the body.
    ///
    /// - Returns: how many bytes it took; the rest belongs to the next request.
    mutating func consume(_ bytes: ArraySlice<UInt8>) throws(MalformedRequest) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            switch state {
            case .complete: return rest.startIndex - bytes.startIndex
            case .sized(let left):
                let taken = keep(&rest, left)
                state = taken == left ? .complete : .sized(left: left - taken)
            case .chunk(let left):
                let taken = keep(&rest, left)
                state = taken == left ? .chunkEnd : .chunk(left: left - taken)
            case .chunkSize, .chunkEnd, .trailers:
                guard let line = try takeLine(&rest) else { continue }
                try read(line)
            }
        }
        return bytes.count
    }

    private mutating func keep(_ rest: inout ArraySlice<UInt8>, _ left: Int) -> Int {
        let taken = rest.prefix(left)
        body.append(contentsOf: taken.prefix(kept - body.count))
        length += taken.count
        rest = rest.dropFirst(taken.count)
        return taken.count
    }

    /// A whole line without its CR LF, once it is there.
    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(MalformedRequest) -> ArraySlice<UInt8>? {
        guard let feed = rest.firstIndex(of: 0x0A) else {
            line += rest
            rest = []
            guard line.count <= Self.longestLine else {
                throw MalformedRequest(problem: "a line of the chunked body has no end")
            }
            return nil
        }
        line += rest[..<feed]
        rest = rest[(feed + 1)...]
        guard line.popLast() == 0x0D else {
            throw MalformedRequest(problem: "a line of the chunked body does not end in CR LF")
        }
        defer { line = [] }
        return line[...]
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws(MalformedRequest) {
        switch state {
        case .chunkSize:
            let digits = line.prefix { $0 != 0x3B && $0 != 0x20 && $0 != 0x09 }
            guard !digits.isEmpty, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
                let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else {
                throw MalformedRequest(problem: "this is not a chunk size: \(String(decoding: line, as: UTF8.self))")
            }
            if size > 0 { chunkSizes?.append(size) }
            state = size == 0 ? .trailers : .chunk(left: size)
        case .chunkEnd:
            guard line.isEmpty else { throw MalformedRequest(problem: "a chunk is longer than its size says") }
            state = .chunkSize
        case .trailers:
            guard !line.isEmpty else {
                state = .complete
                return
            }
            let field = try RequestHead.field(line)
            trailers.append(field.name, field.value)
        case .sized, .chunk, .complete: break
        }
    }
}
