import Foundation

/// Numbers as a person reads them, the same on every machine.
enum Texts {
    private static let locale = Locale(identifier: "en_US")

    static func dollars(_ value: Double) -> String {
        let digits = value >= 1 ? 2 : value >= 0.01 ? 4 : 6
        return "$" + value.formatted(.number.precision(.fractionLength(digits)).locale(locale))
    }

    static func compact(_ value: Double) -> String {
        "$" + value.formatted(.number.notation(.compactName).precision(.significantDigits(4)).locale(locale))
    }

    static func percent(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(2)).sign(strategy: .always()).locale(locale)) + " %"
    }

    static func count(_ value: Int) -> String { value.formatted(.number.locale(locale)) }

    static func bytes(_ count: Int64) -> String {
        switch count {
        case ..<1_000: "\(count) B"
        case ..<1_000_000: String(format: "%.1f kB", Double(count) / 1_000)
        default: String(format: "%.2f MB", Double(count) / 1_000_000)
        }
    }

    static func milliseconds(_ duration: Duration) -> String { String(format: "%.1f ms", duration / .milliseconds(1)) }

    static func stars(_ rating: Double?) -> String {
        guard let rating else { return "-" }
        let full = Int(rating.rounded())
        return String(repeating: "★", count: full) + String(repeating: "☆", count: 5 - full)
    }

    /// Values as a row of bars, from the lowest to the highest.
    static func sparkline(_ values: [Double], columns: Int) -> String {
        guard let low = values.min(), let high = values.max(), columns > 0 else { return "" }
        let bars = Array("▁▂▃▄▅▆▇█")
        return String(
            (0..<min(columns, values.count)).map { column in
                let count = min(columns, values.count)
                let slice = values[(column * values.count / count)..<((column + 1) * values.count / count)]
                let mean = slice.reduce(0, +) / Double(slice.count)
                return bars[high == low ? 0 : min(7, Int((mean - low) / (high - low) * 8))]
            })
    }

    /// At most so many characters; what is cut off ends in an ellipsis.
    static func cut(_ text: String, to limit: Int) -> String {
        text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }
}

extension String {
    /// With spaces behind it, or before it for a negative width.
    func padded(to width: Int) -> String {
        let space = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? space + self : self + space
    }
}
