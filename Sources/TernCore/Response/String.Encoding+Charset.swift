import Foundation

extension String.Encoding {
    /// The encoding of a charset's IANA name or common alias, in lower case.
    init?(charset: String) {
        switch charset {
        case "utf-8", "utf8": self = .utf8
        // What is labelled Latin-1 or ASCII is Windows-1252 in practice (WHATWG Encoding §4.2).
        case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252": self = .windowsCP1252
        case "iso-8859-2", "latin2": self = .isoLatin2
        case "utf-16", "utf16": self = .utf16
        case "utf-16be": self = .utf16BigEndian
        case "utf-16le": self = .utf16LittleEndian
        case "utf-32": self = .utf32
        case "windows-1250", "cp1250": self = .windowsCP1250
        case "windows-1251", "cp1251": self = .windowsCP1251
        case "windows-1253", "cp1253": self = .windowsCP1253
        case "windows-1254", "cp1254": self = .windowsCP1254
        case "shift_jis", "shift-jis", "sjis": self = .shiftJIS
        case "euc-jp": self = .japaneseEUC
        case "iso-2022-jp": self = .iso2022JP
        case "macintosh": self = .macOSRoman
        default: return nil
        }
    }
}
