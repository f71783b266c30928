import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// The lists that only a running hub knows.
extension WordList {
  /// Names or ids of favourites.
  static let favorites = WordList("favorites")
  /// Names of favourites of any kind, and texts of recent searches.
  static let names = WordList("names")
  /// The same for one kind.
  static let artists = WordList("artists")
  static let albums = WordList("albums")
  static let songs = WordList("songs")
  /// Texts of recent searches.
  static let searches = WordList("searches")
  static let providers = WordList("providers")

  /// The kinds of favourites that are on the list.
  var kinds: [EntityKind] {
    switch self {
    case .favorites, .names: EntityKind.searched
    case .artists: [.artist]
    case .albums: [.album]
    case .songs: [.song]
    default: []
    }
  }

  /// Whether recent searches are on the list.
  var hasSearches: Bool { ![.favorites, .providers].contains(self) }
}
