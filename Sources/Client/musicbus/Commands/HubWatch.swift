import BusProtocol
import ClientKit
import CommandKit
import Glibc
import MusicModel

/// `musicbus hub watch`: a line for each thing that changes, until Ctrl-C.
struct HubWatch {
  private let session: CommandContext
  private var calls: Int?

  init(_ session: CommandContext) { self.session = session }

  mutating func run() throws -> ExitStatus {
    do {
      let client = try session.client(start: .never)
      while true {
        do {
          try client.watch { try show($0) }
        } catch ClientError.hubLost {
          session.terminal.note("The hub has ended; waiting for the next one.")
          try client.reopen()
        }
      }
    } catch ClientError.interrupted where SignalHandling.signal != SIGPIPE {
      // To stop watching is the only end that it can have.
      return .ok
    }
  }

  private mutating func show(_ part: Part) throws {
    if session.settings.json {
      session.terminal.print(try JSONLine.text(part))
    } else {
      let now = HumanFormat.timeOfDay(of: time(nil))
      for line in WatchLines(part, after: calls).lines {
        let stamped: StyledText = "\(StyledText(now, .dim))  \(line)"
        session.terminal.print(stamped)
      }
    }
    calls = part.hub?.calls ?? calls
    guard session.terminal.output.flush() else {
      throw CommandFailure("Standard output is closed.", "Nobody reads what is watched.")
    }
  }
}

/// What a part of `hub.watch` says, in lines for a person.
struct WatchLines: Hashable, Sendable {
  let lines: [StyledText]

  /// The lines of one part; `calls` is what the hub counted before.
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
      "\("hub", .bold): \(hub.calls.counted("call"))\(new), \(hub.inflight) under way, \(clients)"
    ]
  }

  private static func line(_ provider: ProviderStatus) -> StyledText {
    var text = "\(provider.calls.counted("call")), \(provider.failures) failed"
    if provider.restarts > 0 { text += ", \(provider.restarts.counted("restart"))" }
    if provider.state != .ready, let problem = provider.lastError { text += "; \(problem)" }
    let state = StyledText(provider.state.rawValue, provider.state.style)
    return "\(provider.id.rawValue, .bold): \(state), \(text.neutralized)"
  }

  private static func line(_ news: FavoriteEvent) -> StyledText {
    guard news.change != .many else { return "\("favourites", .bold): many changes" }
    let what = news.name ?? news.entity.map { "\($0)" } ?? news.favorite ?? "one"
    return "\("favourites", .bold): \(news.change.rawValue) \(what.neutralized)"
  }
}
