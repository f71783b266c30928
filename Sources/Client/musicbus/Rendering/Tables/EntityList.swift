import CommandKit
import MusicModel

/// A list of entities as a table, or one table per kind.
struct EntityList: Hashable, Sendable {
  var entities: [Entity]
  /// The kind of the entity that the list belongs to, if it lists the songs or albums of one.
  var subject: EntityKind?

  init(_ entities: [Entity], of subject: EntityKind? = nil) {
    self.entities = entities
    self.subject = subject
  }

  /// The tables for the user, at most `width` columns wide.
  func lines(fitting width: Int?) -> [StyledText] {
    let tables = [
      EntityList.fitted(to: width) { Table.artists(artists, $0) },
      EntityList.fitted(to: width) { Table.albums(albums, $0, of: subject) },
      EntityList.fitted(to: width) { Table.songs(songs, $0, of: subject) },
      EntityList.fitted(to: width) { Table.charts(charts, $0) },
    ]
    return Array(tables.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The entities for scripts: one line each, values separated by tabs.
  func tabSeparated() -> [String] {
    Table.artists(artists, .script).tabSeparated()
      + Table.albums(albums, .script, of: subject).tabSeparated()
      + Table.songs(songs, .script, of: subject).tabSeparated()
      + Table.charts(charts, .script).tabSeparated()
  }

  /// The table in the widest format that shows the essentials; no lines without rows.
  static func fitted<Row>(to width: Int?, _ table: (TableFormat) -> Table<Row>) -> [StyledText] {
    var lines: [StyledText] = []
    for format in TableFormat.forHumans {
      var table = table(format)
      guard !table.rows.isEmpty else { return [] }
      let rows = table.rows
      table.columns.removeAll { column in
        column.priority < format.minPriority
          || rows.allSatisfy { column.cell($0) == format.missing }
      }
      let layout = table.layout(fitting: width)
      lines = layout.lines
      if table.showsEssentials(layout, hasShortIDs: format.hasShortIDs) { break }
    }
    return lines
  }

  private var artists: [Artist] {
    entities.compactMap { if case .artist(let artist) = $0 { artist } else { nil } }
  }

  private var albums: [Album] {
    entities.compactMap { if case .album(let album) = $0 { album } else { nil } }
  }

  private var songs: [Song] {
    entities.compactMap { if case .song(let song) = $0 { song } else { nil } }
  }

  private var charts: [Chart] {
    entities.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
  }
}

extension Table {
  /// Whether all essential columns are visible; with full ids, whether nothing is hidden or shortened.
  fileprivate func showsEssentials(_ layout: Layout, hasShortIDs: Bool) -> Bool {
    guard hasShortIDs else { return layout == self.layout(fitting: nil) }
    return columns.allSatisfy { column in
      column.priority < TableFormat.essentialPriority
        || !layout.hiddenTitles.contains(column.title)
    }
  }
}
