import Synchronization

/// A value that tells publishing streams apart.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let value: UInt64

    /// A new identifier, unlike any other made by this initializer.
    public init() {
        value = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The identifier of an object, the same as long as the object lives.
    public init(_ object: AnyObject) {
        value = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    public var description: String { "0x\(String(value, radix: 16))" }
}

/// Something that can be told apart by a ``CombineIdentifier``.
public protocol CustomCombineIdentifierConvertible {
    /// Tells this one apart from others.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
