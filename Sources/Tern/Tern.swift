// `import Tern` brings the whole library: the core and this platform's transport.

@_exported public import TernCore

#if Curl && os(Linux)
    @_exported public import TernCurl
#endif
