import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus recent`: what was searched for.
enum RecentCommand {
  static let command = Command<CommandAction>(
    "recent",
    abstract: "List what was searched for last.",
    discussion: "The hub remembers the last 200; \"musicbus cache clear\" forgets them."
  ) { session, _ in
    var parameters = CallParameters()
    parameters.limit = session.settings.limit
    let answer = try session.client()
      .call(.recentSearches, parameters, ttl: session.settings.timeout)
    let searches = answer.done.recent ?? []
    if session.settings.json {
      for search in searches { session.terminal.print(try JSONLine.text(search)) }
      return .ok
    }
    let table = Table(columns: columns, rows: searches)
    if session.settings.plain {
      for line in table.tabSeparated() { session.terminal.print(line) }
    } else if searches.isEmpty {
      session.terminal.note("Nothing was searched for yet.")
    } else {
      session.terminal.print(table.layout(fitting: session.terminal.width).lines)
    }
    return .ok
  }

  private static let columns: [Table<RecentSearch>.Column] = [
    .init("text", flexibility: 1, minimumWidth: 10, priority: 10) {
      StyledText($0.text.neutralized)
    },
    .init("of", priority: 8) { search in
      StyledText(search.method.rawValue.split(separator: ".").first.map(String.init) ?? "")
    },
    .init("found", alignment: .trailing, priority: 7) { StyledText(String($0.total)) },
    .init("ago", priority: 9) { StyledText(HumanFormat.duration(ms: $0.ageMs), .dim) },
  ]
}
