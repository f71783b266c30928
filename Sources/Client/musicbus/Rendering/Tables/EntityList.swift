import ClientKit
import CommandKit
import MusicModel

/// A list of entities as a table, or one table per kind.
struct EntityList: Hashable, Sendable {
  var entities: [Entity]
  /// The kind of the entity that the list belongs to, if it lists the songs or albums of one.
  var subject: EntityKind?
  /// The services by which the lists of albums show where to listen, and scripts get the cover; `nil` if they
  /// do not.
  var services: ServiceTable?

  init(_ entities: [Entity], of subject: EntityKind? = nil) {
    self.entities = entities
    self.subject = subject
  }

  /// The entities in the order of the tables.
  var ordered: [Entity] {
    EntityKind.allCases.flatMap { kind in entities.filter { $0.kind == kind } }
  }

  /// The tables for the user, at most `width` columns wide.
  ///
  /// With `firstNumber`, the rows of all tables are numbered from there.
  func lines(fitting width: Int?, firstNumber: Int? = nil) -> [StyledText] {
    var next = firstNumber
    let numberWidth = firstNumber.map { String($0 + entities.count - 1).count } ?? 0
    func lines<Row>(_ rows: [Row], _ table: (TableFormat) -> Table<Row>) -> [StyledText] {
      defer { next = next.map { $0 + rows.count } }
      return EntityList.fitted(to: width, firstNumber: next) { format in
        var table = table(format)
        table.numberWidth = numberWidth
        return table
      }
    }
    let hasHeadings = Set(entities.map(\.kind)).count > 1
    let tables = [
      lines(artists) { Table.artists(artists, $0) },
      lines(albums) {
        Table.albums(albums, $0, of: subject, on: services, firstNumber: next)
      },
      lines(songs) { Table.songs(songs, $0, of: subject, firstNumber: next) },
      lines(charts) { Table.charts(charts, $0) },
    ]
    let sections = zip(EntityKind.allCases, tables).filter { !$1.isEmpty }.map { kind, table in
      hasHeadings ? [StyledText(kind.plural.capitalizedFirst, .bold)] + table : table
    }
    return Array(sections.joined(separator: [""]))
  }

  /// The biographies of artists that have one, after their names.
  func biographies(fitting width: Int) -> [StyledText] {
    artists.flatMap { artist -> [StyledText] in
      guard let biography = artist.biography, !biography.isEmpty else { return [] }
      return ["", StyledText(artist.name, .bold)]
        + biography.wrapped(to: width).map { StyledText($0) }
    }
  }

  /// The titles and the entities for scripts: one line each, values separated by tabs.
  func tabSeparated() -> [String] {
    if Set(entities.map(\.kind)).count > 1 { return Table.mixed(ordered).tabSeparated() }
    return Table.artists(artists, .script).tabSeparated()
      + Table.albums(albums, .script, of: subject, on: services).tabSeparated()
      + Table.songs(songs, .script, of: subject).tabSeparated()
      + Table.charts(charts, .script).tabSeparated()
  }

  /// The table in the widest format that shows the essentials; no lines without rows.
  static func fitted<Row>(
    to width: Int?,
    firstNumber: Int? = nil,
    _ table: (TableFormat) -> Table<Row>
  ) -> [StyledText] {
    var lines: [StyledText] = []
    for format in TableFormat.forHumans {
      var table = table(format)
      guard !table.rows.isEmpty else { return [] }
      let rows = table.rows
      table.firstNumber = firstNumber
      table.columns.removeAll { column in
        column.priority < format.minPriority || format.ids == .hidden && column.title == "Id"
          || rows.allSatisfy { column.cell($0) == format.missing }
      }
      let layout = table.layout(fitting: width)
      lines = layout.lines
      if table.isSufficient(layout, format) { break }
    }
    return lines
  }

  private var artists: [Artist] {
    entities.compactMap { if case .artist(let artist) = $0 { artist } else { nil } }
  }

  private var albums: [Album] {
    entities.compactMap { if case .album(let album) = $0 { album } else { nil } }
  }

  /// The songs of the list.
  var tracks: [Song] { songs }

  private var songs: [Song] {
    entities.compactMap { if case .song(let song) = $0 { song } else { nil } }
  }

  private var charts: [Chart] {
    entities.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
  }
}

extension Table {
  /// Whether a layout shows all that its format requires; with ids, nothing may be hidden or shortened.
  fileprivate func isSufficient(_ layout: Layout, _ format: TableFormat) -> Bool {
    guard format.ids == .hidden else {
      return layout.hiddenTitles.isEmpty && layout.shortenedTitles.isEmpty
    }
    return columns.allSatisfy { column in
      column.priority < format.requiredPriority || !layout.hiddenTitles.contains(column.title)
    }
  }
}

extension Table where Row == Entity {
  /// Entities of several kinds for scripts, in one table.
  static func mixed(_ entities: [Entity]) -> Table {
    let format = TableFormat.script
    return Table(
      columns: [
        Column("Kind") { format.cell($0.kind.rawValue) },
        Column("Name") { format.name($0.displayName) },
        Column("Artist") { format.cell($0.artistName) },
        Column("Released") { format.date($0.releaseDate) },
        Column("Id") { format.id($0.base) },
      ],
      rows: entities
    )
  }
}
