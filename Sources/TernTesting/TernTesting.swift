@_exported public import WireServer
