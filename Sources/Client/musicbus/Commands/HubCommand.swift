import BusProtocol
import ClientKit
import CommandKit
import HostKit

/// `musicbus hub`
enum HubCommand {
  static let command = Command<CommandAction>(
    "hub",
    abstract: "Start, stop and inspect the hub.",
    discussion: "Other commands start a hub if none is running.",
    commands: [
      Command(
        "start",
        abstract: "Start a hub in the background if none is running.",
        uses: [],
        action: start
      ),
      Command("stop", abstract: "Stop the hub and all its providers.", uses: [], action: stop),
      Command("status", abstract: "Show the status of the hub.", action: status),
      Command("metrics", abstract: "Print metrics in Prometheus text format.") {
        context,
        _ in
        let metrics = try context.callHub(.metrics, start: .never)
        if context.settings.json {
          for metric in metrics { try context.printJSON(metric) }
        } else {
          for line in PrometheusText(metrics).lines { context.terminal.print(line) }
        }
        return .ok
      },
      Command("restart", abstract: "Restart the hub.", uses: [], action: restart),
      Command(
        "unit",
        abstract: "Print a systemd user unit that runs the hub.",
        uses: [],
        action: { context, _ in try HubUnit(context).print() }
      ),
      Command(
        "watch",
        abstract: "Show hub and provider changes until interrupted, or for the time of --timeout."
      ) { context, invocation in
        let deadline = invocation[GlobalOptions.timeout].map { Deadline.after($0) }
        var watch = HubWatch(context, until: deadline)
        return try watch.run()
      },
    ],
    default: "status"
  )

  private static let start: CommandAction = { context, _ in
    if let pid = try HubLock.holder(at: context.paths.lock) {
      context.terminal.note("A hub is already running (pid \(pid)).")
      return .ok
    }
    _ = try context.client(start: .ifNone(), timeout: .seconds(10))
    return .ok
  }

  private static let stop: CommandAction = { context, _ in
    guard let pid = try HubLock.holder(at: context.paths.lock) else {
      context.terminal.note("No hub is running in \(context.paths.runtime).")
      return .ok
    }
    try HubStopper(context, pid: pid).run()
    context.terminal.note("Stopped the hub (pid \(pid)).")
    return .ok
  }

  /// Starts the executable that is installed now, which is how an upgrade takes effect.
  private static let restart: CommandAction = { context, invocation in
    let stopped = try stop(context, invocation)
    guard stopped == .ok else { return stopped }
    context.close()
    return try start(context, invocation)
  }

  private static let status: CommandAction = { context, _ in
    let reply = try context.callHub(.hubStatus, start: .never)
    guard let hub = reply.done.hub else {
      throw ClientError.protocolError("The reply contains no hub status.")
    }
    if context.settings.json {
      // The rest would need more calls.
      try context.printJSON(hub)
      return .ok
    }
    var page = HubStatusPage(hub, reply.done.providers ?? [], context.paths)
    page.budgets = HubStatusPage.budgets(of: try context.callHub(.metrics))
    page.cache = try? context.callHub(.cacheStatus)
    context.terminal.print(page.items, forScripts: context.settings.plain)
    return .ok
  }
}
