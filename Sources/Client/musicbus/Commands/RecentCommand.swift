import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus recent`
enum RecentCommand {
  static let command = Command<CommandAction>(
    "recent",
    abstract: "List recent searches.",
    discussion: "The hub stores the last 200; \"musicbus cache clear\" removes them."
  ) { context, _ in
    var parameters = CallParameters()
    parameters.limit = context.settings.limit
    let reply = try context.callHub(.recentSearches, parameters)
    let searches = reply.done.recent ?? []
    if context.settings.json {
      for search in searches { try context.printJSON(search) }
      return .ok
    }
    let table = Table(columns: columns, rows: searches)
    let sentence = StyledText("No recent searches.")
    context.terminal.print(table, forScripts: context.settings.plain, orElse: sentence)
    return .ok
  }

  private static let columns: [Table<RecentSearch>.Column] = [
    .init("Text", flexibility: 1, minimumWidth: 10, priority: 10) {
      StyledText($0.text.neutralized)
    },
    .init("Kind", priority: 8) { search in
      StyledText(search.method.rawValue.split(separator: ".").first.map(String.init) ?? "")
    },
    .init("Results", alignment: .trailing, priority: 7) { StyledText(String($0.total)) },
    .init("Ago", priority: 9) { StyledText(HumanFormat.duration(ms: $0.ageMs), .dim) },
  ]
}
