package import FavoritesModel

/// An action on the favourites file.
package enum FavoritesAction: Hashable, Sendable {
  /// Try again to open the document; completes with `opened` or `notOpened`.
  case open
  /// Save a change, together with all others of this turn; completes with `saved` or `failed`.
  case save(FavoritesChange)
  /// Check whether another program has changed the document.
  ///
  /// Completes with `unchanged`, `merged` or `notMerged`.
  case checkForExternalChange
  /// Read the whole document; completes with `checked` or `notChecked`.
  case check
  /// Compact the document; completes with `compacted` or `notCompacted`.
  case compact
}
