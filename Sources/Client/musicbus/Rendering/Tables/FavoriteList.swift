import CommandKit
import FavoritesModel
import MusicModel

/// Favourites as one table, whatever their kinds: their order is the user's.
struct FavoriteList: Hashable, Sendable {
  var entities: [Entity]

  init(_ entities: [Entity]) { self.entities = entities }

  /// The table for a person, not wider than `width` columns.
  func lines(fitting width: Int?) -> [StyledText] {
    EntityList.fitted(to: width) { FavoriteList.table(entities, $0) }
  }

  /// The same for other programs: a line for each, its values parted by tabs.
  func tabSeparated() -> [String] {
    FavoriteList.table(entities, .program).tabSeparated()
  }

  private static func table(_ entities: [Entity], _ form: TableForm) -> Table<Entity> {
    Table(
      columns: [
        .init("Name", flexibility: 1, minimumWidth: form.nameWidthMin, priority: 10) {
          form.name($0.displayName)
        },
        .init("Kind", priority: 8) { form.cell($0.kind.rawValue) },
        .init("Artist", flexibility: 2, minimumWidth: form.textWidthMin, priority: 7) {
          form.cell($0.artistName)
        },
        .init("Year", alignment: .trailing, priority: 5) { form.cell($0.year) },
        .init("Added", priority: 4) { form.cell($0.favored?.day) },
        .init("Note", flexibility: 2, minimumWidth: form.textWidthMin, priority: 6) {
          form.cell($0.favored?.note)
        },
        .init("Id", priority: 9) { form.id($0.base) },
      ],
      rows: entities
    )
  }
}

/// What the hub tells of a favourite besides the entity.
struct FavoredEntity: Hashable, Sendable {
  let fav: String
  let added: String?
  let note: String?

  /// As `2026-11-20`.
  var day: String? { added.map { String($0.prefix(10)) } }
}

extension Entity {
  /// Nothing where it was not told as a favourite.
  var favored: FavoredEntity? {
    guard let fav = base.extra["fav"]?.text else { return nil }
    return FavoredEntity(
      fav: fav,
      added: base.extra["added"]?.text,
      note: base.extra["note"]?.text
    )
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

  /// When it was published, or formed.
  fileprivate var year: Int? {
    switch self {
    case .artist(let artist): artist.formedYear
    case .album(let album): album.releaseDate?.year
    case .song(let song): song.releaseDate?.year
    case .chart: nil
    }
  }
}
