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
  ///
  /// Where an id would take the space of a name, the shortest id stands for it.
  func lines(fitting width: Int?) -> [StyledText] {
    let whole = lines(TableForm(reader: .person), fitting: nil)
    guard let width, whole.contains(where: { $0.columnCount > width }) else { return whole }
    return lines(TableForm(reader: .person, hasShortIDs: true), fitting: width)
  }

  private func lines(_ form: TableForm, fitting width: Int?) -> [StyledText] {
    let blocks = [
      Table.artists(artists, form).block(fitting: width),
      Table.albums(albums, form, of: subject).block(fitting: width),
      Table.songs(songs, form, of: subject).block(fitting: width),
      Table.charts(charts, form).block(fitting: width),
    ]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The same for other programs: a line for each entity, its values parted by tabs.
  func tabSeparated() -> [String] {
    let form = TableForm(reader: .program)
    return Table.artists(artists, form).tabSeparated()
      + Table.albums(albums, form, of: subject).tabSeparated()
      + Table.songs(songs, form, of: subject).tabSeparated()
      + Table.charts(charts, form).tabSeparated()
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
  /// Titles and rows; nothing where there are no rows.
  fileprivate func block(fitting width: Int?) -> [StyledText] {
    rows.isEmpty ? [] : layout(fitting: width).lines
  }
}
