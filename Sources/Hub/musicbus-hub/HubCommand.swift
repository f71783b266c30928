import HubRuntime

/// The parsed command line of `musicbus-hub`.
enum HubCommand {
  case run(HubOptions)
  case help
  case version

  static let helpText = """
    USAGE: musicbus-hub [--background] [--lease] [--providers DIR]… [--favorites FILE]
                        [--verbose] [--log-format text|json]

    The MusicBus hub: starts the providers and serves clients. "musicbus" starts a hub if none
    is running. Start it yourself, or as a service, to run it permanently.

    OPTIONS:
      --background     Exit after 30 minutes without clients; exit immediately if a hub is
                       running.
      --lease          Exit when standard input ends.
      --providers DIR  Search DIR for providers first. Repeatable.
      --favorites FILE Favourites file, instead of the one in the documents directory.
      --verbose        Log more details.
      --log-format F   Log format: text or json.
      --version        Show the version.
      -h, --help       Show this help.

    ENVIRONMENT:
      MUSICBUS_HOME    One directory for all files, for example to run several hubs.
      NOTIFY_SOCKET    Socket of the service manager, which is notified of readiness.

    The log goes to standard error. SIGTERM and Ctrl-C stop the hub and all its providers.
    Exit status: 0 stopped on request, 1 failed, 64 invalid command line.
    """

  init(_ arguments: some Sequence<String>) throws(HubUsageError) {
    var options = HubOptions()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--background": options.isBackground = true
      case "--lease": options.hasLease = true
      case "--verbose": options.isVerbose = true
      case "--log-format":
        guard let format = rest.popFirst().flatMap(LogFormat.init) else {
          throw HubUsageError(message: "Invalid --log-format; expected text or json.")
        }
        options.logFormat = format
      case "--providers":
        guard let directory = rest.popFirst() else {
          throw HubUsageError(message: "--providers requires a directory.")
        }
        options.providerDirectories.append(directory)
      case "--favorites":
        guard let file = rest.popFirst() else {
          throw HubUsageError(message: "--favorites requires a file.")
        }
        options.favorites = file
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      default:
        throw HubUsageError(
          message: "Unknown option \"\(argument)\". Run \"musicbus-hub --help\" for help."
        )
      }
    }
    self = .run(options)
  }
}

/// An invalid command line.
struct HubUsageError: Error {
  let message: String
}
