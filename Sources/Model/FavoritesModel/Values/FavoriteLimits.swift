/// The limits of a document, specified in `Protocol/favorites-document.md`.
package enum FavoriteLimits {
  /// A longer line is corrupt.
  package static let maxLineBytes = 1024 * 1024
  /// A larger entity is rejected.
  package static let maxEntityBytes = 512 * 1024
  package static let maxNoteBytes = 10_000
  package static let maxFavorites = 1_000_000
  /// A larger document is not opened: that needs almost five times its size in memory.
  package static let maxDocumentBytes = 256 * 1024 * 1024
  /// A longer rank causes its neighbours to be renumbered.
  package static let maxRankLength = 32
  /// A longer rank is malformed.
  package static let maxReadableRankLength = 256
  /// The number of changes that can be undone.
  package static let maxUndo = 100
  /// The maximum number of tombstones.
  package static let maxRemovals = 10_000
  /// The maximum age of a tombstone in microseconds: 180 days.
  package static let maxRemovalAge = 180 * Timestamp.day
}
