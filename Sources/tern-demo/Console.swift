import Foundation

/// Writes to the terminal: within a hundred columns, in colours only where someone looks.
struct Console: Sendable {
    enum Colour: Int { case red = 31, green = 32, yellow = 33, cyan = 36, grey = 90 }
    enum Alignment { case left, right }

    static let width = 100

    /// Whether a person looks at it.
    let isTerminal = isatty(STDOUT_FILENO) == 1

    func coloured(_ text: String, _ colour: Colour) -> String {
        isTerminal ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    func line(_ text: String = "") { write(text + "\n") }

    /// Without an end of line, and at once.
    func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    func heading(_ title: String, _ subtitle: String) {
        line()
        line((isTerminal ? "\u{1B}[1m\(title)\u{1B}[0m" : title) + "  " + coloured(subtitle, .grey))
    }

    func success(_ text: String) { line("  " + coloured("✓", .green) + " " + text) }

    func problem(_ text: String) { wrapped(text, mark: coloured("✗", .red)) }

    /// A failure that was expected and dealt with.
    func handled(_ text: String) { wrapped(text, mark: coloured("!", .yellow)) }

    /// Columns as wide as their widest cell.
    func table(_ columns: [(title: String, alignment: Alignment)], _ rows: [[String]]) {
        let widths = columns.indices.map { column in
            max(columns[column].title.count, rows.map { $0[column].count }.max() ?? 0)
        }
        func laidOut(_ cells: [String]) -> String {
            let padded = zip(cells, zip(columns, widths)).map { cell, column in
                cell.padded(to: column.0.alignment == .left ? column.1 : -column.1)
            }
            var row = "    " + padded.joined(separator: "  ")
            while row.hasSuffix(" ") { row.removeLast() }
            return row
        }
        line(coloured(laidOut(columns.map(\.title)), .grey))
        for row in rows { line(laidOut(row)) }
    }

    /// Breaks lines between words. A word that is longer than any line, such as a URL, stays whole, to be copied.
    private func wrapped(_ text: String, mark: String) {
        var rest = text.split(separator: " ", omittingEmptySubsequences: false)[...]
        var isFirst = true
        while let word = rest.popFirst() {
            var row = String(word)
            while let next = rest.first, row.count + next.count + 5 <= Self.width || next.count > Self.width - 5 {
                row += " \(next)"
                rest.removeFirst()
            }
            line(isFirst ? "  \(mark) \(row)" : "    \(row)")
            isFirst = false
        }
    }
}

/// How far something has come: a bar that moves on a terminal, and a line for each quarter elsewhere.
@MainActor final class ProgressLine {
    private let console: Console
    private let title: String
    private var quarters = 0
    private var isDone = false

    init(_ title: String, on console: Console) {
        self.title = title
        self.console = console
    }

    func update(_ fraction: Double, _ detail: String) {
        guard !isDone, fraction > 0 else { return }
        let cells = Int(fraction * 24)
        let bar = String(repeating: "█", count: cells) + String(repeating: "░", count: 24 - cells)
        let text = "    \(title)  \(bar)  \(detail)"
        if console.isTerminal {
            console.write("\r\u{1B}[K" + console.coloured(text, .cyan))
        } else if Int(fraction * 4) > quarters {
            console.line(text)
        }
        quarters = Int(fraction * 4)
        if fraction >= 1 { finish() }
    }

    /// Leaves the line; later updates show nothing.
    func finish() {
        if console.isTerminal, !isDone, quarters > 0 { console.write("\r\u{1B}[K") }
        isDone = true
    }
}
