import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel

/// `musicbus hub watch`: one line per change until interrupted, or until a deadline.
struct HubWatch {
  private let context: CommandContext
  private let deadline: Deadline?
  private var calls: Int?

  init(_ context: CommandContext, until deadline: Deadline?) {
    self.context = context
    self.deadline = deadline
  }

  mutating func run() throws -> ExitStatus {
    do {
      let client = try context.client(start: .never)
      if context.settings.plain { context.terminal.print("Time\tSubject\tChange") }
      while true {
        do {
          try client.watch(until: deadline) { try show($0) }
          return .ok
        } catch ClientError.hubLost {
          context.terminal.note("The hub exited; waiting for a new one.")
          try client.reconnect()
          // A new hub counts from zero.
          calls = nil
        }
      }
    } catch ClientError.interrupted where SignalHandling.signal != SIGPIPE {
      // Interrupting is the normal way to stop watching.
      return .ok
    }
  }

  private mutating func show(_ part: Part) throws {
    if context.settings.json {
      try context.printJSON(part)
    } else {
      let now = HumanFormat.timeOfDay(of: time(nil))
      for line in WatchLines(part, after: calls).lines {
        guard !context.settings.plain else {
          // "deezer: ready, 3 calls" becomes two values.
          let parts = line.text.split(separator: ": ", maxSplits: 1).joined(separator: "\t")
          context.terminal.print("\(now)\t\(parts)")
          continue
        }
        let stamped: StyledText = "\(StyledText(now, .dim))  \(line)"
        context.terminal.print(stamped)
      }
    }
    calls = part.hub?.calls ?? calls
    guard context.terminal.output.flush() else {
      throw CommandFailure("Standard output is closed.", "The reader of the output has gone.")
    }
  }
}

/// The lines for one part of `hub.watch`.
struct WatchLines: Hashable, Sendable {
  let lines: [StyledText]

  /// Formats a part; `calls` is the previous call count.
  init(_ part: Part, after calls: Int?) {
    let providers = (part.providers ?? []).map(WatchLines.line)
    let removed = (part.removed ?? []).map { id in
      "\(id.rawValue, .bold): removed" as StyledText
    }
    let favorites = (part.favorites ?? []).map(WatchLines.line)
    lines = WatchLines.lines(of: part.hub, after: calls) + providers + removed + favorites
  }

  private static func lines(of hub: HubStatus?, after calls: Int?) -> [StyledText] {
    guard let hub else { return [] }
    let new = calls.map { " (\(hub.calls - $0) new)" } ?? ""
    let clients = hub.clients.counted("client")
    return [
      "\("hub", .bold): \(hub.calls.counted("call"))\(new), \(hub.inflight) in flight, \(clients)"
    ]
  }

  private static func line(_ provider: ProviderStatus) -> StyledText {
    var text = "\(provider.calls.counted("call")), \(provider.failures) failed"
    if provider.restarts > 0 { text += ", \(provider.restarts.counted("restart"))" }
    if provider.state != .ready, let problem = provider.lastError { text += "; \(problem)" }
    let state = StyledText(provider.state.rawValue, provider.state.style)
    return "\(provider.id.rawValue, .bold): \(state), \(text.neutralized)"
  }

  private static func line(_ event: FavoriteEvent) -> StyledText {
    guard event.change != .many else { return "\("favourites", .bold): many changes" }
    let what = event.name ?? event.entity.map { "\($0)" } ?? event.favorite ?? "one"
    return "\("favourites", .bold): \(event.change.rawValue) \(what.neutralized)"
  }
}
