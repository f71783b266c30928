import ClientKit
import CommandKit
import Glibc
import HostKit

/// `musicbus web`
enum WebCommand {
  private static let opens = Option(
    flag: "open",
    help: "Open the page in the browser (BROWSER, or xdg-open)."
  )

  static let command = Command<CommandAction>(
    "web",
    abstract: "Start, stop and inspect the web page.",
    discussion: """
      Starts the web page if it is not running, and prints its address with the token that \
      signs your browser in. Each start has a new token, so that open pages sign in again. To try it on sample sources without a network: musicbus-web --demo
      """,
    commands: [
      Command(
        "start",
        abstract: "Start the web page in the background and print its address.",
        uses: [],
        options: [opens],
        action: start
      ),
      Command("stop", abstract: "Stop the process of the web page.", uses: [], action: stop),
      Command(
        "status",
        abstract: "Show whether the web page is running.",
        uses: [],
        action: status
      ),
      Command(
        "feeds",
        abstract: "Print the addresses of the feed and the calendar of new albums.",
        uses: [],
        action: feeds
      ),
      Command(
        "unit",
        abstract: "Print a systemd user service and socket for the web page.",
        uses: [],
        action: { context, _ in try WebUnit(context).print() }
      ),
    ],
    default: "start"
  )

  private static let start: CommandAction = { context, invocation in
    let address = try runningAddress(context) ?? WebStarter(context).run()
    context.terminal.print(address)
    if invocation[opens] { try open(context) }
    return .ok
  }

  private static let stop: CommandAction = { context, _ in
    guard let (pid, _) = try HubLock.watchHolder(at: context.paths.webLock) else {
      context.terminal.note("The web page is not running.")
      return .ok
    }
    kill(pid, SIGTERM)
    guard try HubLock.waitUntilFree(at: context.paths.webLock, .after(.seconds(10))) else {
      throw CommandFailure("Could not stop the web page (pid \(pid)).", "Stop it: kill -9 \(pid)")
    }
    context.terminal.note("Stopped the web page (pid \(pid)).")
    return .ok
  }

  private static let status: CommandAction = { context, _ in
    guard let pid = try HubLock.holder(at: context.paths.webLock) else { throw notRunning }
    context.terminal.note("The web page is running (pid \(pid)).")
    if let address = context.paths.webAddress() { context.terminal.print(address) }
    return .ok
  }

  private static let feeds: CommandAction = { context, _ in
    guard try HubLock.holder(at: context.paths.webLock) != nil,
      let addresses = context.paths.feedAddresses()
    else {
      throw notRunning
    }
    for address in addresses { context.terminal.print(address) }
    return .ok
  }

  private static let notRunning = CommandFailure(
    "The web page is not running.",
    "Start it: musicbus web"
  )

  private static func runningAddress(_ context: CommandContext) throws -> String? {
    guard try HubLock.holder(at: context.paths.webLock) != nil else { return nil }
    return context.paths.webAddress()
  }

  /// Opens the file that leads to the page: other users see the arguments of processes.
  private static func open(_ context: CommandContext) throws {
    guard Browser.open(file: context.paths.webPage, context.environment) else {
      throw CommandFailure("Could not find a browser.", "Open the address above in your browser.")
    }
  }
}
