public import Foundation

/// How values are written into a query and into a form, for servers that want it otherwise than the defaults.
///
/// ```swift
/// let encoding = QueryEncoding(arrays: .brackets, dates: .secondsSince1970)   // ids[]=1&ids[]=2&since=1700000000
/// ```
///
/// It is set for all calls (`Client.queryEncoding`), for a target (`options.queryEncoding`), or for one value
/// (`.query(x, encoding:)`). Values that are nil are left out. Numbers are written plainly, without a fraction where
/// there is none; NaN and infinity can't be sent.
public struct QueryEncoding: Sendable {
    /// How the elements of an array are written. An empty array writes nothing.
    public enum Arrays: Sendable, Hashable {
        /// `ids=1&ids=2`
        case repeated
        /// `ids[]=1&ids[]=2`
        case brackets
        /// `ids[0]=1&ids[1]=2`
        case indexed
        /// `ids=1,2`: in a query the commas between the values are not escaped, those within them are. Plain values
        /// only.
        case comma
    }

    /// How truth is written.
    public enum Bools: Sendable, Hashable {
        /// `true` and `false`
        case literal
        /// `1` and `0`
        case numeric

        func text(_ value: Bool) -> String {
            switch self {
            case .literal: value ? "true" : "false"
            case .numeric: value ? "1" : "0"
            }
        }
    }

    /// How a point in time is written.
    public enum Dates: Sendable {
        /// `2024-05-01T12:30:00Z`
        case iso8601
        /// `2024-05-01T12:30:00.250Z`
        case iso8601WithFractions
        /// `1714566600`, with a fraction where there is one
        case secondsSince1970
        /// `1714566600250`
        case millisecondsSince1970
        /// As you like.
        case custom(@Sendable (Date) throws -> String)
    }

    /// How bytes are written.
    public enum Bytes: Sendable {
        /// Base64 (RFC 4648 §4), escaped like any text
        case base64
        /// Two lower-case hexadecimal digits a byte
        case hexadecimal
        /// As you like.
        case custom(@Sendable (Data) throws -> String)
    }

    /// What becomes of the names of properties and fields. Keys of a dictionary are data, and stay.
    public enum Keys: Sendable {
        /// As they are.
        case asWritten
        /// `perPage` as `per_page`
        case snakeCase
        /// As you like.
        case custom(@Sendable (String) -> String)

        func name(_ key: String) -> String {
            switch self {
            case .asWritten: key
            case .snakeCase: key.snakeCased
            case .custom(let convert): convert(key)
            }
        }
    }

    /// How a key within a key is written.
    public enum Nesting: Sendable, Hashable {
        /// `filter[city]=Seoul`
        case brackets
        /// `filter.city=Seoul`
        case dots
    }

    /// How the elements of an array are written. Default `.repeated`.
    public var arrays: Arrays
    /// How truth is written. Default `.literal`.
    public var bools: Bools
    /// How a point in time is written. Default `.iso8601`.
    public var dates: Dates
    /// How `Data` is written. Default `.base64`.
    public var data: Bytes
    /// What becomes of names. Default `.asWritten`.
    public var keys: Keys
    /// How a key within a key is written. Default `.brackets`.
    public var nesting: Nesting

    /// Makes an encoding; what isn't given stays at its default.
    public init(
        arrays: Arrays = .repeated, bools: Bools = .literal, dates: Dates = .iso8601, data: Bytes = .base64,
        keys: Keys = .asWritten, nesting: Nesting = .brackets
    ) {
        self.arrays = arrays
        self.bools = bools
        self.dates = dates
        self.data = data
        self.keys = keys
        self.nesting = nesting
    }

    /// Arrays as `ids[]=1&ids[]=2`, all else as usual.
    public static let brackets = QueryEncoding(arrays: .brackets)
    /// Arrays as `ids[0]=1&ids[1]=2`, all else as usual.
    public static let indexed = QueryEncoding(arrays: .indexed)
    /// Arrays as `ids=1,2`, all else as usual.
    public static let comma = QueryEncoding(arrays: .comma)
}

extension String {
    /// The words of a camel-cased name in lower case with `_` between: `imageURLPath` gives `image_url_path`.
    var snakeCased: String {
        let characters = Array(self)
        var words = ""
        for (index, character) in characters.enumerated() {
            let startsWord =
                index > 0 && character.isUppercase && characters[index - 1] != "_"
                && (!characters[index - 1].isUppercase
                    || (index + 1 < characters.count && characters[index + 1].isLowercase))
            if startsWord { words += "_" }
            words += character.lowercased()
        }
        return words
    }
}
