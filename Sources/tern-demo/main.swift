import Foundation

// As in an app: the main function stays synchronous and runs the main run loop, and the work is tasks beside it.
switch Options(CommandLine.arguments.dropFirst()) {
case .help:
    print(Options.usage)
case .unknown(let argument):
    FileHandle.standardError.write(Data("tern-demo: unknown argument \(argument)\n\n\(Options.usage)\n".utf8))
    exit(2)
case .run(let isLive):
    Task { exit(await Demo(isLive: isLive).run() ? 0 : 1) }
    RunLoop.main.run()
}
