import BusProtocol
import ClientKit
import CommandKit
import FoundationEssentials
import MusicModel

/// `musicbus recent`
enum RecentCommand {
  static let command = Command<CommandAction>(
    "recent",
    abstract: "List recent searches.",
    discussion: """
      The hub stores the last 200; "musicbus cache clear" removes them. "musicbus search 3" repeats the one in \
      row 3 of this list.
      """
  ) { context, _ in
    let isJSON = context.settings.json
    let limit = context.settings.limit ?? 20
    // A search for all kinds is one search of each.
    let count = isJSON ? limit : min(limit * EntityKind.searched.count, 200)
    let found = try context.callHub(.searchesRecent(limit: count))
    if isJSON {
      // All searches; a table has one of those that differ only in kind.
      for search in found { try context.printJSON(search) }
      return .ok
    }
    let searches = Array(RecentText.all(of: found).prefix(limit))
    var table = Table(columns: columns(context.settings.plain), rows: searches)
    if !context.settings.plain {
      table.firstNumber = context.number(searches: searches.map(\.text))
    }
    let sentence = StyledText("No recent searches.")
    context.terminal.print(table, forScripts: context.settings.plain, orElse: sentence)
    return .ok
  }

  private static func columns(_ forScripts: Bool) -> [Table<RecentText>.Column] {
    [
      .init("Text", flexibility: 1, minimumWidth: 10, priority: 10) {
        StyledText($0.text.neutralized)
      },
      .init("Kind", priority: 8) { StyledText($0.kind) },
      .init("Results", alignment: .trailing, priority: 7) { StyledText(String($0.total)) },
      forScripts
        ? .init("Time") {
          StyledText(Date(timeIntervalSinceNow: -Double($0.ageMs) / 1000).ISO8601Format())
        }
        : .init("Ago", priority: 9) { StyledText(HumanFormat.duration(ms: $0.ageMs), .dim) },
    ]
  }
}
