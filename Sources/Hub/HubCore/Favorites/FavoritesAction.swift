package import FavoritesModel

/// What the hub wants done with the document of the favourites.
package enum FavoritesAction: Hashable, Sendable {
  /// Try again to open the document; answered by `opened` or `notOpened`.
  case open
  /// Bring a change to the disk, together with all others of this turn; answered by `saved` or
  /// `failed`.
  case keep(FavoritesChange)
  /// Look whether somebody else has changed the document; answered by `inStep`, `united` or
  /// `notUnited`.
  case look
  /// Read the whole document; answered by `checked` or `notChecked`.
  case check
  /// Write the document anew; answered by `compacted` or `notCompacted`.
  case compact
}
