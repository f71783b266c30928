import CommandKit
import MusicModel

/// The entities of an answer as a table; where they are of several kinds, a table for each.
struct EntityList: Hashable, Sendable {
  var entities: [Entity]
  /// What the list is of, where it is the list of one artist or album.
  var subject: EntityKind?

  init(_ entities: [Entity], of subject: EntityKind? = nil) {
    self.entities = entities
    self.subject = subject
  }

  /// The tables for a person, not wider than `width` columns.
  func lines(fitting width: Int?) -> [StyledText] {
    let tables = [
      EntityList.fitted(to: width) { Table.artists(artists, $0) },
      EntityList.fitted(to: width) { Table.albums(albums, $0, of: subject) },
      EntityList.fitted(to: width) { Table.songs(songs, $0, of: subject) },
      EntityList.fitted(to: width) { Table.charts(charts, $0) },
    ]
    return Array(tables.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The same for other programs: a line for each entity, its values parted by tabs.
  func tabSeparated() -> [String] {
    Table.artists(artists, .program).tabSeparated()
      + Table.albums(albums, .program, of: subject).tabSeparated()
      + Table.songs(songs, .program, of: subject).tabSeparated()
      + Table.charts(charts, .program).tabSeparated()
  }

  /// The table in the most generous form that shows whatever matters; no lines without rows.
  static func fitted<Row>(to width: Int?, _ table: (TableForm) -> Table<Row>) -> [StyledText] {
    var lines: [StyledText] = []
    for form in TableForm.forPersons {
      var table = table(form)
      guard !table.rows.isEmpty else { return [] }
      let rows = table.rows
      table.columns.removeAll { column in
        column.priority < form.priorityMin || rows.allSatisfy { column.cell($0) == form.missing }
      }
      let layout = table.layout(fitting: width)
      lines = layout.lines
      if table.showsWhatMatters(layout, hasShortIDs: form.hasShortIDs) { break }
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
  /// Whether no column is hidden that one looks for; with long ids, whether none is hidden or cut.
  fileprivate func showsWhatMatters(_ layout: Layout, hasShortIDs: Bool) -> Bool {
    guard hasShortIDs else { return layout == self.layout(fitting: nil) }
    return columns.allSatisfy { column in
      column.priority < TableForm.priorityThatMatters
        || !layout.hiddenTitles.contains(column.title)
    }
  }
}
