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
    let found = try context.callHub(.searchesRecent(limit: isJSON ? limit : 200))
    if isJSON {
      // All searches; a table has the last one of each text.
      for search in found { try context.printJSON(search) }
      return .ok
    }
    let searches = Array(unique(found).prefix(limit))
    var table = Table(columns: columns(context.settings.plain), rows: searches)
    if !context.settings.plain {
      table.firstNumber = context.number(searches: searches.map(\.text))
    }
    let sentence = StyledText("No recent searches.")
    context.terminal.print(table, forScripts: context.settings.plain, orElse: sentence)
    return .ok
  }

  /// The last search of each text.
  static func unique(_ searches: [RecentSearch]) -> [RecentSearch] {
    var texts: Set<String> = []
    return searches.filter { texts.insert($0.text).inserted }
  }

  /// The plural of what was searched.
  static func kind(of search: RecentSearch) -> String {
    EntityKind.searched.first { $0.searchMethod == search.method }?.plural ?? "all"
  }

  private static func columns(_ forScripts: Bool) -> [Table<RecentSearch>.Column] {
    [
      .init("Text", flexibility: 1, minimumWidth: 10, priority: 10) {
        StyledText($0.text.neutralized)
      },
      .init("Kind", priority: 8) { StyledText(kind(of: $0)) },
      .init("Results", alignment: .trailing, priority: 7) { StyledText(String($0.total)) },
      forScripts
        ? .init("Time") {
          StyledText(Date(timeIntervalSinceNow: -Double($0.ageMs) / 1000).ISO8601Format())
        }
        : .init("Ago", priority: 9) { StyledText(HumanFormat.duration(ms: $0.ageMs), .dim) },
    ]
  }
}
