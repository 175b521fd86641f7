public struct QueryEncoding: Sendable { public init() {} }
