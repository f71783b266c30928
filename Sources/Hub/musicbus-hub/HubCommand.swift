import CommandKit
import HubRuntime
import MusicModel

/// The command line of `musicbus-hub`.
enum HubCommand {
  private static let background = Option(
    flag: "background",
    help: "Exit after 30 minutes without clients; exit at once if a hub is running."
  )
  private static let lease = Option(flag: "lease", help: "Exit when standard input ends.")
  private static let providers = Option(
    repeating: "providers",
    .file("DIR"),
    help: "Search this directory for providers first."
  )
  private static let favorites = Option(
    "favorites",
    .file(),
    help: "Favourites file, instead of the one in the documents directory."
  )
  private static let verbose = Option(flag: "verbose", help: "Log more details.")
  private static let logFormat = Option(
    "log-format",
    .choice("FORMAT", of: LogFormat.allCases),
    help: "Format of the log."
  )

  static let program = Program<Void>(
    "musicbus-hub",
    version: MusicBusVersion.current,
    command: Command(
      "run",
      abstract: "The MusicBus hub: starts the providers and serves clients.",
      discussion: """
        "musicbus" starts a hub if none is running. Start it yourself, or as a service, to run it permanently.
        MUSICBUS_HOME is one directory for all files, for example to run several hubs. NOTIFY_SOCKET is the socket of \
        the service manager, which is notified of readiness.
        The log goes to standard error. SIGTERM and Ctrl-C stop the hub and all its providers.
        Exit status: 0 stopped on request, 1 failed, 64 invalid command line.
        """,
      options: [background, lease, providers, favorites, verbose, logFormat],
      action: ()
    )
  )

  static func options(_ invocation: Invocation) -> HubOptions {
    var options = HubOptions()
    options.isBackground = invocation[background]
    options.hasLease = invocation[lease]
    options.providerDirectories = invocation[providers]
    options.favorites = invocation[favorites]
    options.isVerbose = invocation[verbose]
    options.logFormat = invocation[logFormat]
    return options
  }
}
