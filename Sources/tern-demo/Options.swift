/// What the command line asks for.
enum Options {
    case run(isLive: Bool)
    case help
    case unknown(String)

    static let usage = """
        Usage: tern-demo [--live]

        Calls the four example APIs, typed, and prints their answers, what each call cost, and how failures look.
        Everything runs against a server inside this process, on loopback, with made-up data.

          --live   Calls the real hosts (api.coingecko.com, itunes.apple.com, api.github.com) instead. The studio has
                   no public host and stays on the embedded server.
          --help   Prints this.

        Exit code: 0 if everything that should work worked, 1 if something did not, 2 for a wrong argument.
        """

    init(_ arguments: some Sequence<String>) {
        self = .run(isLive: false)
        for argument in arguments {
            switch argument {
            case "--live": self = .run(isLive: true)
            case "--help", "-h":
                self = .help
                return
            default:
                self = .unknown(argument)
                return
            }
        }
    }
}
