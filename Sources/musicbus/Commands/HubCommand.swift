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
    try HubStop(session, pid: pid).run()
    session.terminal.note("Stopped the hub (process \(pid)).")
    return .ok
  }

  private static let status: CommandAction = { session, _ in
    let answer = try session.client(start: .never).call(.hubStatus, ttl: session.settings.timeout)
    guard let hub = answer.done.hub else {
      throw ClientError.protocolBroken("Its status is missing.")
    }
    if session.settings.json {
      session.terminal.print(String(decoding: try BusCodec.encode(hub), as: UTF8.self))
      return .ok
    }
    let providers = answer.done.providers ?? []
    let ready = providers.count { $0.state == .ready }
    let items: [(String, String)] = [
      ("version", hub.version),
      ("process", String(hub.pid)),
      ("running for", Spoken.duration(ms: hub.uptimeMs)),
      ("providers", "\(ready) of \(providers.count) ready"),
      ("clients", String(hub.clients)),
      ("calls", "\(hub.calls), \(hub.inflight) under way"),
      ("sockets", session.places.runtime),
      ("log", session.places.log),
      ("configuration", session.places.configurationFile),
    ]
    if session.settings.plain {
      for (label, text) in items { session.terminal.print("\(label)\t\(text.neutralized)") }
    } else {
      let list = DefinitionList(items.map { .init(StyledText($0.0, .dim), $0.1) }, indent: 0)
      session.terminal.print(list.lines(fitting: session.terminal.width ?? 200))
    }
    return .ok
  }
}
