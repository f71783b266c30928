import CommandKit
import HostKit
import MusicModel

/// The command line of `musicbus-web`.
enum WebCommand {
  private static let port = Option(
    "port",
    .integer("PORT", in: 0...65_535),
    help:
      "Listen on this port instead of the configured one (web.port, \(HubPaths.defaultWebPort)); "
      + "0 takes any free port."
  )
  private static let background = Option(
    flag: "background",
    help: "Exit after 30 minutes without requests; detach from the terminal."
  )
  private static let demo = Option(
    flag: "demo",
    help: "Use sample sources and a private directory; needs no network."
  )
  private static let realBudgets = Option(
    flag: "real-budgets",
    help: "With --demo, send the samples no more requests than the real sources accept."
  )
  private static let page = Option(
    "page",
    .file("DIR"),
    help: "Serve the files of the page from here."
  )
  private static let openAPI = Option(
    flag: "openapi",
    help: "Print the description of the API (OpenAPI 3.1) and exit."
  )

  static let program = Program<Void>(
    "musicbus-web",
    version: MusicBusVersion.current,
    command: Command(
      "run",
      abstract: "Serves the web page of MusicBus on 127.0.0.1 and ::1, and prints its address.",
      discussion: """
        "musicbus web" starts it in the background. With socket activation, it uses the sockets that it is given.
        Exit status: 0 stopped on request, 1 failed, 64 invalid command line.
        """,
      options: [port, background, demo, realBudgets, page, openAPI],
      action: ()
    )
  )

  static func options(_ invocation: Invocation) -> WebOptions {
    WebOptions(
      port: invocation[port].flatMap { UInt16(exactly: $0) },
      isBackground: invocation[background],
      isDemo: invocation[demo],
      hasRealBudgets: invocation[realBudgets],
      pageDirectory: invocation[page],
      printsOpenAPI: invocation[openAPI]
    )
  }
}

/// The options of the process.
struct WebOptions: Hashable, Sendable {
  var port: UInt16?
  var isBackground = false
  var isDemo = false
  var hasRealBudgets = false
  var pageDirectory: String?
  var printsOpenAPI = false
}
