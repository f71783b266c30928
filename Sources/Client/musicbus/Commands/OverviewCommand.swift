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
    let chart = Call.chart(.albums).with { ($0.limit, $0.offset) = (limit, 0) }
    let favorites = Call.favorites.with { ($0.sort, $0.limit, $0.offset) = (.recent, limit, 0) }
    // One text may have been searched in several ways.
    let recent = Call.searchesRecent(limit: limit * EntityKind.searched.count)
    let releases = Call.releases
    let calls = [chart, favorites, recent.whole, releases.whole]
    let replies = try context.call(all: calls, within: maxTime).map { try? $0.get() }
    let overview = Overview(
      chart: replies[0]?.items ?? [],
      favorites: replies[1]?.items ?? [],
      new: newAlbums(try replies[3].map(releases.result) ?? []),
      recent: try replies[2].map(recent.result) ?? []
    )
    try context.show([overview], plain: overview.tabSeparated()) {
      let first = context.number(overview.entities)
      context.terminal.page(overview.lines(fitting: context.terminal.width, firstNumber: first))
    }
    return .ok
  }

  /// The latest albums of favourite artists that the user has not seen.
  private static func newAlbums(_ releases: [ReleaseReport]) -> [Entity] {
    let albums = ReleaseSelection(includesSeen: false).select(releases).map(\.album)
    return albums.prefix(limit).map { .album($0) }
  }
}
