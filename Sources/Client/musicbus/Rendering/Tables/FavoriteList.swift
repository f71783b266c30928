import CommandKit
import FavoritesModel
import MusicModel

/// Favourites of all kinds in one table, in the user's order.
struct FavoriteList: Hashable, Sendable {
  var entities: [Entity]

  init(_ entities: [Entity]) { self.entities = entities }

  /// The table for the user, at most `width` columns wide.
  func lines(fitting width: Int?, firstNumber: Int? = nil) -> [StyledText] {
    EntityList.fitted(to: width, firstNumber: firstNumber) { FavoriteList.table(entities, $0) }
  }

  /// The favourites for scripts: one line each, values separated by tabs.
  ///
  /// With `firstPosition`, they begin with the position in the user's order.
  func tabSeparated(firstPosition: Int? = nil) -> [String] {
    let lines = FavoriteList.table(entities, .script).tabSeparated()
    guard let firstPosition else { return lines }
    return lines.enumerated().map { index, line in
      "\(index == 0 ? "Position" : String(firstPosition + index - 1))\t\(line)"
    }
  }

  private static func table(_ entities: [Entity], _ format: TableFormat) -> Table<Entity> {
    Table(
      columns: [
        .init("Name", flexibility: 1, minimumWidth: format.minNameWidth, priority: 10) {
          format.name($0.displayName)
        },
        .init("Kind", priority: 7) { format.cell($0.kind.rawValue) },
        .init("Artist", flexibility: 2, minimumWidth: format.minTextWidth, priority: 9) {
          format.cell($0.artistName)
        },
        .init("Year", alignment: .trailing, priority: 8) { format.cell($0.year) },
        .init("Added", priority: 4) { format.cell($0.dayAdded) },
        .init("Note", flexibility: 2, minimumWidth: format.minTextWidth, priority: 6) {
          format.cell($0.extraText("note"))
        },
        .init("Id", priority: 0) { format.id($0.base) },
      ],
      rows: entities
    )
  }
}

/// The properties of a favourite beside the entity.
struct FavoredEntity: Hashable, Sendable {
  let fav: String
  let added: String?
  let note: String?

  /// The date added, such as `2026-11-20`.
  var day: String? { added.map(FavoredEntity.day(of:)) }

  static func day(of time: String) -> String { String(time.prefix(10)) }
}

extension Entity {
  /// Its properties as a favourite; `nil` unless the reply contains them.
  var favored: FavoredEntity? {
    guard let fav = extraText("fav") else { return nil }
    return FavoredEntity(fav: fav, added: extraText("added"), note: extraText("note"))
  }

  /// The date on which it was added to the favourites, such as `2026-11-20`.
  fileprivate var dayAdded: String? { extraText("added").map(FavoredEntity.day(of:)) }

  /// A text among the members that belong to the list.
  fileprivate func extraText(_ name: String) -> String? {
    switch self {
    case .artist(let artist): artist.extra[name]?.text
    case .album(let album): album.extra[name]?.text
    case .song(let song): song.extra[name]?.text
    case .chart(let chart): chart.extra[name]?.text
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

  /// The year of release, formation or birth.
  fileprivate var year: Int? {
    switch self {
    case .artist(let artist): artist.formedYear ?? artist.bornYear
    case .album, .song, .chart: releaseDate?.year
    }
  }
}
