// A file that says `import Combine` compiles on Linux unchanged. Apple's Foundation brings URLSession with it; here it
// sits in a module of its own, which such files don't import.
@_exported public import FoundationNetworking
@_exported public import TernCombine
