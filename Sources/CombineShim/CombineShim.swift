// One Combine for code that runs everywhere: Apple's own on Apple's systems, Tern's elsewhere.
#if canImport(Darwin)
    @_exported public import Combine
#else
    @_exported public import TernCombine
#endif
