package import MusicModel

/// Which favourites are wanted, in what order, and which page of them.
package struct FavoritesQuery: Hashable, Sendable {
  package enum Sort: String, Hashable, Sendable, CaseIterable {
    /// The user's own order.
    case own
    case name
    /// When it became a favourite, the first one first.
    case added
    /// When it became a favourite, the last one first.
    case recent
    /// When it was published (an artist: formed), the oldest first; unknown dates last.
    case year
    /// When it was published (an artist: formed), the newest first; unknown dates last.
    case newest
  }

  package var sort = Sort.own
  package var kind: EntityKind?
  /// Stands in the name, the artist, the album or the note.
  package var text: String?
  package var genre: String?
  /// Published (an artist: formed) on this day or later.
  package var from: PartialDate?
  /// Published (an artist: formed) on this day or earlier.
  package var to: PartialDate?
  /// Added on this day or later.
  package var addedFrom: PartialDate?
  /// Added on this day or earlier.
  package var addedTo: PartialDate?
  package var offset = 0
  package var limit = 50

  package init() {}

  var isFiltered: Bool {
    text != nil || genre != nil || from != nil || to != nil || addedFrom != nil || addedTo != nil
  }

  /// The same list, whichever page of it.
  var list: FavoritesQuery {
    var list = self
    list.offset = 0
    list.limit = 0
    return list
  }
}

/// One page of a list.
package struct FavoritesPage: Hashable, Sendable {
  package let favorites: [Favorite]
  /// How many the whole list has.
  package let total: Int
  /// The offset of the next page, where there is one.
  package let next: Int?
}
