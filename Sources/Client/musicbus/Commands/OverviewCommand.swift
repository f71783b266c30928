import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus` alone
enum OverviewCommand {
  static let command = Command<CommandAction>(
    "overview",
    abstract: "Show a chart, your favourites and recent searches.",
    discussion:
      "This is the command that runs if no other is given. It does not wait for slow sources.",
    uses: [GlobalOptions.sources, GlobalOptions.format],
    action: run
  )

  /// The rows of each part.
  private static let limit = 5
  /// The time to wait for the chart, which may come from a source.
  private static let maxTime = Duration.milliseconds(1500)

  private static func run(_ context: CommandContext, _ invocation: Invocation) throws -> ExitStatus
  {
    var parameters = CallParameters()
    parameters.limit = limit
    parameters.offset = 0
    var chart = parameters
    chart.chart = .albums
    var favorites = parameters
    favorites.sort = .recent
    let calls = [
      BusClient.ConcurrentCall(.getChart, chart),
      BusClient.ConcurrentCall(.listFavorites, favorites),
      BusClient.ConcurrentCall(.recentSearches, parameters),
    ]
    let replies = try context.call(all: calls, within: maxTime).map { try? $0.get() }
    let recent = replies[2]?.done.recent ?? []
    if context.settings.json {
      return try printJSON(chart: replies[0], favorites: replies[1], recent, context)
    }
    let top = replies[0]?.items ?? []
    let own = replies[1]?.items ?? []
    let first = context.number(top + own)
    let width = context.terminal.width
    var lines: [StyledText] = []
    func add(_ title: String, _ body: [StyledText], orElse sentence: String) {
      lines += (lines.isEmpty ? [] : [""]) + [StyledText(title, .bold)]
      lines += body.isEmpty ? [StyledText(sentence, .dim)] : body
    }
    add(
      "Top albums",
      EntityList(top).lines(fitting: width, firstNumber: first),
      orElse: "Not available at the moment. Retry: musicbus top"
    )
    add(
      "Favourites",
      FavoriteList(own).lines(fitting: width, firstNumber: first.map { $0 + top.count }),
      orElse: "None yet. Add one: musicbus favorites add \"Nina Simone\""
    )
    add("Recent searches", recentLines(recent), orElse: "None yet.")
    lines += ["", StyledText(nextSteps(hasNumbers: first != nil), .dim)]
    context.terminal.page(lines)
    return .ok
  }

  /// The texts, without those that differ in kind only.
  private static func recentLines(_ searches: [RecentSearch]) -> [StyledText] {
    var texts: [String] = []
    for search in searches where !texts.contains(search.text) { texts.append(search.text) }
    return texts.map { StyledText($0) }
  }

  private static func nextSteps(hasNumbers: Bool) -> String {
    let example = hasNumbers ? "musicbus album 1" : "musicbus artist \"Nina Simone\""
    return "Next: musicbus search TEXT, \(example), musicbus --help"
  }

  private static func printJSON(
    chart: Reply?,
    favorites: Reply?,
    _ recent: [RecentSearch],
    _ context: CommandContext
  ) throws -> ExitStatus {
    try context.printJSON(
      Overview(chart: chart?.items ?? [], favorites: favorites?.items ?? [], recent: recent)
    )
    return .ok
  }

  private struct Overview: Encodable {
    let chart: [Entity]
    let favorites: [Entity]
    let recent: [RecentSearch]
  }
}
