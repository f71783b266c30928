import BusProtocol
import ClientKit
import CommandKit
import HostKit

/// `musicbus hub`: the process that everything goes through.
enum HubCommand {
  static let command = Command<CommandAction>(
    "hub",
    abstract: "Start, stop or look at the hub.",
    discussion: "Other commands start a hub by themselves where none runs.",
    commands: [
      Command("start", abstract: "Start a hub in the background, unless one runs.", action: start),
      Command("stop", abstract: "Stop the hub and all its providers.", action: stop),
      Command("status", abstract: "Tell whether a hub runs, and how it is.", action: status),
      Command("metrics", abstract: "Print counters and times as Prometheus reads them.") {
        session,
        _ in
        let client = try session.client(start: .never)
        let metrics = try client.call(.hubMetrics, ttl: session.settings.timeout).done.metrics ?? []
        if session.settings.json {
          for metric in metrics { session.terminal.print(try JSONLine.text(metric)) }
        } else {
          for line in PrometheusText(metrics).lines { session.terminal.print(line) }
        }
        return .ok
      },
      Command("restart", abstract: "Stop the hub, and start it anew.", action: restart),
      Command(
        "unit",
        abstract: "Print a systemd user unit that runs the hub.",
        action: { session, _ in try HubUnit(session).print() }
      ),
      Command("watch", abstract: "Show what changes, until Ctrl-C.") { session, _ in
        var watch = HubWatch(session)
        return try watch.run()
      },
    ],
    preset: "status"
  )

  private static let start: CommandAction = { session, _ in
    if let pid = try HubLock.holder(at: session.places.lock) {
      session.terminal.note("A hub is running already (process \(pid)).")
      return .ok
    }
    _ = try session.client(start: .ifNone())
    return .ok
  }

  private static let stop: CommandAction = { session, _ in
    guard let pid = try HubLock.holder(at: session.places.lock) else {
      session.terminal.note("No hub is running in \(session.places.runtime).")
      return .ok
    }
    try HubStopper(session, pid: pid).run()
    session.terminal.note("Stopped the hub (process \(pid)).")
    return .ok
  }

  /// What runs after it is the executable as it is now: that is how one upgrades.
  private static let restart: CommandAction = { session, invocation in
    let stopped = try stop(session, invocation)
    guard stopped == .ok else { return stopped }
    session.close()
    return try start(session, invocation)
  }

  private static let status: CommandAction = { session, _ in
    let client = try session.client(start: .never)
    let answer = try client.call(.hubStatus, ttl: session.settings.timeout)
    guard let hub = answer.done.hub else {
      throw ClientError.protocolBroken("Its status is missing.")
    }
    if session.settings.json {
      session.terminal.print(String(decoding: try BusCodec.encode(hub), as: UTF8.self))
      return .ok
    }
    var page = HubStatusPage(hub, answer.done.providers ?? [], session.places)
    let metrics = try client.call(.hubMetrics, ttl: session.settings.timeout).done.metrics
    page.budgets = HubStatusPage.budgets(of: metrics ?? [])
    page.cache = try? client.call(.cacheStatus, ttl: session.settings.timeout).done.cache
    if session.settings.plain {
      for (label, text) in page.items { session.terminal.print("\(label)\t\(text.neutralized)") }
    } else {
      let list = DefinitionList(page.items.map { .init(StyledText($0.0, .dim), $0.1) }, indent: 0)
      session.terminal.print(list.lines(fitting: session.terminal.width ?? 200))
    }
    return .ok
  }
}
