import Foundation

/// Small pictures in PNG: a pattern that is mirrored in the middle, in one colour.
enum Avatar {
    /// A picture of 40 by 40 pixels, always the same for a seed.
    static func png(seed: Int) -> Data {
        var numbers = SeededNumbers(seed: seed)
        let colour = (0..<3).map { _ in UInt8(numbers.next() % 200) }
        let cells = (0..<15).map { _ in numbers.next().isMultiple(of: 2) }
        var rows: [UInt8] = []
        for y in 0..<40 {
            rows.append(0)
            for x in 0..<40 {
                let column = x / 8
                let isSet = cells[y / 8 * 3 + min(column, 4 - column)]
                rows += isSet ? colour : [240, 240, 240]
            }
        }
        let header = bigEndian(40) + bigEndian(40) + [8, 2, 0, 0, 0]
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        png += chunk("IHDR", header)
        png += chunk("IDAT", stored(rows))
        png += chunk("IEND", [])
        return png
    }

    private static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + bytes
        return bigEndian(UInt32(bytes.count)) + content + bigEndian(crc(content))
    }

    /// A zlib stream (RFC 1950) of one block that isn't compressed.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let lengths = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [0x78, 0x01, 0x01] + lengths + bytes + bigEndian(high << 16 | low)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc = crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
        }
        return ~crc
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}
