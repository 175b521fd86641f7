/// Who is measured. All make each request anew, from a URL that was parsed once, and check the answer's length.
enum Peer: String, CaseIterable {
    /// libcurl's multi interface, driven from C.
    case raw = "raw-curl"
    /// Tern, its callers on the default executor.
    case tern = "tern"
    /// Tern, its callers on the thread that owns the connections.
    case ternOnExecutor = "tern-executor"
    /// FoundationNetworking's URLSession.
    case urlSession = "urlsession"
}
