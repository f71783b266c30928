import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus recent`
enum RecentCommand {
  static let command = Command<CommandAction>(
    "recent",
    abstract: "List recent searches.",
    discussion: """
      The hub stores the last 200; "musicbus cache clear" removes them. "musicbus search 3" repeats the one in \
      row 3 of this list.
      """,
    uses: [GlobalOptions.page, GlobalOptions.format]
  ) { context, _ in
    let (limit, offset) = (context.settings.limit ?? 20, context.settings.offset ?? 0)
    let all = unique(try context.callHub(.searchesRecent(limit: 200)))
    let searches = Array(all.dropFirst(offset).prefix(limit))
    if context.settings.json {
      for search in searches { try context.printJSON(search) }
      return .ok
    }
    var table = Table(columns: columns(context.settings.plain), rows: searches)
    if !context.settings.plain {
      table.firstNumber = context.number(
        searches: searches.map { RowFile.Search(kind: kind(of: $0), text: $0.text) }
      )
    }
    let sentence = StyledText(
      offset > 0 && !all.isEmpty ? "No more searches." : "No recent searches."
    )
    context.terminal.print(table, forScripts: context.settings.plain, orElse: sentence)
    return .ok
  }

  /// The last search of each text.
  static func unique(_ searches: [RecentSearch]) -> [RecentSearch] {
    var texts: Set<String> = []
    return searches.filter { texts.insert($0.text).inserted }
  }

  /// What was searched; `nil` for all kinds.
  static func kind(of search: RecentSearch) -> EntityKind? {
    EntityKind.searched.first { $0.searchMethod == search.method }
  }

  private static func columns(_ forScripts: Bool) -> [Table<RecentSearch>.Column] {
    [
      .init("Text", flexibility: 1, minimumWidth: 10, priority: 10) {
        StyledText($0.text.neutralized)
      },
      .init("Kind", priority: 8) { StyledText(kind(of: $0)?.plural ?? "all") },
      .init("Results", alignment: .trailing, priority: 7) { StyledText(String($0.total)) },
      .age(forScripts ? "Time" : nil, priority: 9, \.ageMs),
    ]
  }
}
