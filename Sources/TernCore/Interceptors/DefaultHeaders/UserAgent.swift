/// What Tern calls itself (RFC 9110 §10.1.5).
package enum UserAgent {
    /// Tern's version, which stands here and nowhere else.
    package static let version = "0.1.0"

    /// The `User-Agent` of a call that names none: `Tern/0.1.0 (Linux)`.
    package static let standard = "Tern/\(version) (\(platform))"

    private static var platform: String {
        #if os(Linux)
            "Linux"
        #elseif os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(watchOS)
            "watchOS"
        #else
            "other"
        #endif
    }
}
