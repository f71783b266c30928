package import BusProtocol
package import MusicModel

/// A query: filter, order and page.
package struct FavoritesQuery: Hashable, Sendable {
  package var sort = CallParameters.Sort.own
  package var kind: EntityKind?
  /// A text that name, artist, album or note must contain.
  package var text: String?
  package var genre: String?
  /// Released (artists: formed) on this day or later.
  package var from: PartialDate?
  /// Released (artists: formed) on this day or earlier.
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

  /// The query without its page.
  var list: FavoritesQuery {
    var list = self
    list.offset = 0
    list.limit = 0
    return list
  }
}
