import HubRuntime

/// What the command line of `musicbus-hub` asks for.
enum HubCommand {
  case run(HubOptions)
  case help
  case version

  static let helpText = """
    USAGE: musicbus-hub [--background] [--lease] [--providers DIR]… [--favorites FILE]
                        [--verbose] [--log-format text|json]

    The hub of MusicBus: starts the providers and serves clients. "musicbus" starts one where
    none runs; start it by hand, or as a service, to keep it.

    OPTIONS:
      --background     Leave after 30 minutes without a client; leave at once when one runs.
      --lease          Leave when standard input ends.
      --providers DIR  Look for providers here first; may be given several times.
      --favorites FILE The document of the favourites, in place of the one in the user's documents
                       folder.
      --verbose        Tell more in the log.
      --log-format F   Write the log as text or json.
      --version        Tell the version.
      -h, --help       Tell this.

    ENVIRONMENT:
      MUSICBUS_HOME    One folder for everything; several hubs can live side by side.

      NOTIFY_SOCKET    Where a service manager is told that the hub is ready.

    The log goes to standard error. SIGTERM and Ctrl-C stop the hub and all its providers.
    Exit status: 0 stopped as asked, 1 it could not start or go on, 64 wrong use.
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
          throw HubUsageError(message: "--log-format is text or json.")
        }
        options.logFormat = format
      case "--providers":
        guard let folder = rest.popFirst() else {
          throw HubUsageError(message: "--providers needs a folder.")
        }
        options.providerFolders.append(folder)
      case "--favorites":
        guard let file = rest.popFirst() else {
          throw HubUsageError(message: "--favorites needs a file.")
        }
        options.favorites = file
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      default:
        throw HubUsageError(message: "\"\(argument)\" is not known. Try \"musicbus-hub --help\".")
      }
    }
    self = .run(options)
  }
}

/// The command line is not understood.
struct HubUsageError: Error {
  let message: String
}
