import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus` alone
enum OverviewCommand {
  static let command = Command<CommandAction>(
    "overview",
    abstract: "Show a chart, favourites, new albums and recent searches.",
    discussion: "Runs if no command is given. Does not wait for slow sources.",
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
    var recent = CallParameters()
    // A search for all kinds is one search of each.
    recent.limit = limit * EntityKind.searched.count
    recent.offset = 0
    let calls = [
      BusClient.ConcurrentCall(.getChart, chart),
      BusClient.ConcurrentCall(.listFavorites, favorites),
      BusClient.ConcurrentCall(.recentSearches, recent),
      BusClient.ConcurrentCall(.listReleases, CallParameters()),
    ]
    let replies = try context.call(all: calls, within: maxTime).map { try? $0.get() }
    let overview = Overview(
      chart: replies[0]?.items ?? [],
      favorites: replies[1]?.items ?? [],
      new: newAlbums(replies[3]?.done.releases ?? []),
      recent: replies[2]?.done.recent ?? []
    )
    if context.settings.json {
      try context.printJSON(overview)
      return .ok
    }
    if context.settings.plain {
      for line in overview.tabSeparated() { context.terminal.print(line) }
      return .ok
    }
    let first = context.number(overview.entities)
    context.terminal.page(overview.lines(fitting: context.terminal.width, firstNumber: first))
    return .ok
  }

  /// The latest albums of favourite artists that the user has not seen.
  private static func newAlbums(_ releases: [ReleaseReport]) -> [Entity] {
    let albums = ReleaseSelection(includesSeen: false).select(releases).map(\.album)
    return albums.prefix(limit).map { .album($0) }
  }
}
