/// A page of a list: of favourites, or of their JSON texts.
package struct FavoritesPage<Item: Hashable & Sendable>: Hashable, Sendable {
  package let favorites: [Item]
  /// The number of favourites in the whole list.
  package let total: Int
  /// The offset of the next page, or `nil` at the end.
  package let next: Int?
}
