import CommandKit
import FavoritesModel
import MusicModel

/// Favourites of all kinds in one table, in the user's order.
struct FavoriteList: Sendable {
  private(set) var rows: [FavoriteRow]

  init(_ entities: [Entity]) { rows = entities.map(FavoriteRow.init) }

  /// Adds favourites at the end.
  mutating func append(_ entities: [Entity]) {
    for entity in entities { rows.append(FavoriteRow(entity)) }
  }

  /// The table for the user, at most `width` columns wide.
  func lines(fitting width: Int?, firstNumber: Int? = nil) -> [StyledText] {
    EntityList.fitted(to: width, firstNumber: firstNumber) { FavoriteList.table(rows, $0) }
  }

  /// The favourites for scripts: one line each, values separated by tabs.
  ///
  /// With `firstPosition`, they begin with the position in the user's order.
  func tabSeparated(firstPosition: Int? = nil) -> [String] {
    let lines = FavoriteList.table(rows, .script).tabSeparated()
    guard let firstPosition else { return lines }
    return lines.enumerated().map { index, line in
      "\(index == 0 ? "Position" : String(firstPosition + index - 1))\t\(line)"
    }
  }

  private static func table(_ rows: [FavoriteRow], _ format: TableFormat) -> Table<FavoriteRow> {
    Table(
      columns: [
        .init("Name", flexibility: 1, minimumWidth: format.minNameWidth, priority: 10) {
          format.name($0.listed.name)
        },
        .init("Kind", priority: 7) { format.cell($0.kind.rawValue) },
        .init("Artist", flexibility: 2, minimumWidth: format.minTextWidth, priority: 9) {
          format.cell($0.artist)
        },
        .init("Year", alignment: .trailing, priority: 8) { format.cell($0.year) },
        .init("Added", priority: 4) { format.cell($0.dayAdded) },
        .init("Note", flexibility: 2, minimumWidth: format.minTextWidth, priority: 6) {
          format.cell($0.note)
        },
        .init("Id", priority: 0) { format.id($0.listed.id, among: $0.ids) },
      ],
      rows: rows
    )
  }
}

/// The properties of a favourite beside the entity.
struct FavoredEntity: Hashable, Sendable {
  let fav: String
  let added: String?
  let note: String?

  /// The date added, such as `2026-11-20`, in local time.
  var day: String? { added.flatMap(Timestamp.init).map(HumanFormat.day) }
}

extension FavoredEntity {
  /// Its properties among the members that belong to the list; `nil` unless the reply contains them.
  init?(_ members: [String: JSONValue]) {
    guard let fav = members["fav"]?.text else { return nil }
    self.init(fav: fav, added: members["added"]?.text, note: members["note"]?.text)
  }
}

extension Entity {
  /// Its properties as a favourite; `nil` unless the reply contains them.
  var favored: FavoredEntity? {
    switch self {
    case .artist(let artist): FavoredEntity(artist.extra)
    case .album(let album): FavoredEntity(album.extra)
    case .song(let song): FavoredEntity(song.extra)
    case .chart(let chart): FavoredEntity(chart.extra)
    }
  }

  /// Whether it is marked ♥.
  var isFavorite: Bool {
    switch self {
    case .artist(let artist): artist.favorite == true
    case .album(let album): album.favorite == true
    case .song(let song): song.favorite == true
    case .chart: false
    }
  }
}
