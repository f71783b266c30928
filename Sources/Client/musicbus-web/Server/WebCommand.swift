/// The parsed command line of `musicbus-web`.
enum WebCommand {
  case run(WebOptions)
  case help
  case version
  case openAPI

  static let helpText = """
    USAGE: musicbus-web [--port N] [--background] [--demo] [--page DIR]

    Serves the web page of MusicBus on 127.0.0.1 and ::1, and prints its address. "musicbus web"
    starts it in the background. With socket activation, it uses the sockets that it is given.

    OPTIONS:
      --port N         Listen on this port instead of the configured one (web.port, 6287);
                       0 takes any free port.
      --background     Exit after 30 minutes without requests; detach from the terminal.
      --demo           Use sample sources and a private directory; needs no network.
      --page DIR       Serve the files of the page from DIR.
      --openapi        Print the description of the API (OpenAPI 3.1) and exit.
      --version        Show the version.
      -h, --help       Show this help.

    Exit status: 0 stopped on request, 1 failed, 64 invalid command line.
    """

  init(_ arguments: some Sequence<String>) throws(WebUsageError) {
    var options = WebOptions()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--background": options.isBackground = true
      case "--demo": options.isDemo = true
      case "--port":
        guard let text = rest.popFirst(), let port = UInt16(text) else {
          throw WebUsageError(message: "Invalid --port; expected a number from 0 to 65535.")
        }
        options.port = port
      case "--page":
        guard let directory = rest.popFirst() else {
          throw WebUsageError(message: "--page requires a directory.")
        }
        options.pageDirectory = directory
      case "--openapi":
        self = .openAPI
        return
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      default:
        throw WebUsageError(
          message: "Unknown option \"\(argument)\". Run \"musicbus-web --help\" for help."
        )
      }
    }
    self = .run(options)
  }
}

/// The options of the process.
struct WebOptions: Hashable, Sendable {
  var port: UInt16?
  var isBackground = false
  var isDemo = false
  var pageDirectory: String?
}

/// An invalid command line.
struct WebUsageError: Error {
  let message: String
}
