/// A page of a list of favourites.
package struct FavoritesPage: Hashable, Sendable {
  package let favorites: [Favorite]
  /// The number of favourites in the whole list.
  package let total: Int
  /// The offset of the next page, or `nil` at the end.
  package let next: Int?
}
